/** Threads that try variants, several at a time in each: hanging and slow stores wait, the others keep a core busy. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Trial } from './trial.ts';
import type { NumberedTask, TrialReply, TrialTask } from './worker.ts';

export interface ZooWorkerPool {
  /** Waits for a free place. */
  run(trialTask: TrialTask): Promise<Trial>;
  close(): Promise<void>;
}

const TRIALS_PER_THREAD = 3;
const MAX_THREADS = 4;

interface QueuedTrial {
  readonly task: TrialTask;
  readonly settle: (trial: Trial | Error) => void;
}

export function startZooWorkerPool(): ZooWorkerPool {
  const queue: QueuedTrial[] = [];
  const threadCount = Math.min(MAX_THREADS, availableParallelism());
  const threads = Array.from({ length: threadCount }, () => startThread(queue));
  return {
    run: (trialTask) =>
      new Promise((resolve, reject) => {
        const settle = (trial: Trial | Error) => (trial instanceof Error ? reject(trial) : resolve(trial));
        queue.push({ task: trialTask, settle });
        for (const { fill } of threads) fill();
      }),
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread(queue: QueuedTrial[]): { readonly worker: Worker; fill(): void } {
  const worker = new Worker(new URL('worker.ts', import.meta.url));
  const running = new Map<number, QueuedTrial>();
  let lastNumber = 0;
  const fill = (): void => {
    while (running.size < TRIALS_PER_THREAD) {
      const task = queue.shift();
      if (task === undefined) return;
      running.set(++lastNumber, task);
      worker.postMessage({ task: task.task, number: lastNumber } satisfies NumberedTask);
    }
  };
  worker.on('message', ({ number, trial }: TrialReply) => {
    running.get(number)?.settle(trial);
    running.delete(number);
    fill();
  });
  worker.once('error', (error) => {
    for (const { settle } of running.values()) settle(error);
  });
  return { worker, fill };
}
