/** One process for many documents. It is replaced when it dies or exceeds its limits. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildTask } from './child.ts';
import { type AbortReason, type DirectoryOutcome, emptyOutcome } from './outcome.ts';

export interface ProcessLimits {
  readonly maxMegabytes: number;
  /** For one document. */
  readonly maxCpuSeconds: number;
  readonly maxSeconds: number;
}

export interface DocumentProcess {
  run(task: Omit<ChildTask, 'maxCpuSeconds'>): Promise<DirectoryOutcome>;
  close(): void;
}

const file = fileURLToPath(new URL('child.ts', import.meta.url));

export function createDocumentProcess(limits: ProcessLimits): DocumentProcess {
  let child: ChildProcess | undefined;
  return {
    run: (task) => {
      child ??= startChild(limits);
      const running = child;
      const { promise, resolve } = Promise.withResolvers<DirectoryOutcome>();
      const start = performance.now();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        running.kill('SIGKILL');
      }, limits.maxSeconds * 1000);
      const finish = (outcome: DirectoryOutcome): void => {
        clearTimeout(timer);
        running.removeAllListeners();
        resolve(outcome);
      };
      running.once('message', (outcome: DirectoryOutcome) => finish(outcome));
      running.once('exit', (_code, signal) => {
        child = undefined;
        const { name, bytes } = task.document;
        const ms = Math.round(performance.now() - start);
        finish({ ...emptyOutcome, name, bytes, aborted: abortReason(isLate, signal), ms });
      });
      running.send({ ...task, maxCpuSeconds: limits.maxCpuSeconds } satisfies ChildTask);
      return promise;
    },
    close: () => {
      child?.kill();
    },
  };
}

function startChild({ maxMegabytes }: ProcessLimits): ChildProcess {
  return fork(file, {
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function abortReason(isLate: boolean, signal: NodeJS.Signals | null): AbortReason {
  if (isLate) return 'elapsed time';
  return signal === 'SIGXCPU' ? 'CPU time' : 'memory or a crash';
}
