/** Asks a process for one cell of the table after another; one that does not come back is ended, and the next starts anew. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DocumentTask, TaskOutcome } from './task-process.ts';

/** Far beyond what any of them takes, on a machine that is busy with something else. */
const TIMEOUT_MS = 90_000;

export async function* runTasks(tasks: Iterable<DocumentTask>): AsyncGenerator<TaskOutcome> {
  let child: ChildProcess | undefined;
  try {
    for (const task of tasks) {
      child ??= await startTaskProcess();
      const outcome = await runInProcess(child, task);
      yield outcome;
      if (outcome.errorCode === ENDLESS) child = undefined;
    }
  } finally {
    child?.kill('SIGKILL');
  }
}

/** Once all is loaded, which is no part of what is measured. */
async function startTaskProcess(): Promise<ChildProcess> {
  const child = fork(new URL('./task-process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

export const ENDLESS = 'endless';

async function runInProcess(child: ChildProcess, task: DocumentTask): Promise<TaskOutcome> {
  const { promise, resolve } = Promise.withResolvers<TaskOutcome>();
  const fail = (result: string) => resolve({ ...task, cpuSeconds: TIMEOUT_MS / 1_000, errorCode: ENDLESS, result });
  const timer = setTimeout(() => fail('does not come to an end'), TIMEOUT_MS);
  const onExit = () => fail('the process has ended');
  child.once('exit', onExit).once('message', (outcome: TaskOutcome) => resolve(outcome));
  child.send(task);
  const outcome = await promise;
  clearTimeout(timer);
  child.off('exit', onExit).removeAllListeners('message');
  if (outcome.errorCode === ENDLESS) child.kill('SIGKILL');
  return outcome;
}
