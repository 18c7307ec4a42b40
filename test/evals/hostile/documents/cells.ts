/** Asks a process for one cell of the table after another; one that does not come back is ended, and the next starts anew. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Cell, Outcome } from './cell.ts';

/** Far beyond what any of them takes, on a machine that is busy with something else. */
const MOST_MS = 90_000;

export async function* outcomesOf(cells: Iterable<Cell>): AsyncGenerator<Outcome> {
  let child: ChildProcess | undefined;
  try {
    for (const cell of cells) {
      child ??= await started();
      const outcome = await asked(child, cell);
      yield outcome;
      if (outcome.refused === ENDLESS) child = undefined;
    }
  } finally {
    child?.kill('SIGKILL');
  }
}

/** Once all is loaded, which is no part of what is measured. */
async function started(): Promise<ChildProcess> {
  const child = fork(new URL('./cell.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

export const ENDLESS = 'endless';

async function asked(child: ChildProcess, cell: Cell): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const gone = (result: string) => resolve({ ...cell, cpu: MOST_MS / 1_000, refused: ENDLESS, result });
  const timer = setTimeout(() => gone('does not come to an end'), MOST_MS);
  const exited = () => gone('the process is gone');
  child.once('exit', exited).once('message', (outcome: Outcome) => resolve(outcome));
  child.send(cell);
  const outcome = await promise;
  clearTimeout(timer);
  child.off('exit', exited).removeAllListeners('message');
  if (outcome.refused === ENDLESS) child.kill('SIGKILL');
  return outcome;
}
