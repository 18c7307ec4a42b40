/** Threads that try variants, several at a time in each: hanging and slow stores wait, the others keep a core busy. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Trial } from './trial.ts';
import type { Order, Told, Word } from './worker.ts';

export interface Keepers {
  /** Waits for a free place. */
  try(order: Order): Promise<Trial>;
  close(): Promise<void>;
}

const PLACES = 3;
const MOST_THREADS = 4;

interface Task {
  readonly order: Order;
  readonly settle: (trial: Trial | Error) => void;
}

export function hireKeepers(): Keepers {
  const waiting: Task[] = [];
  const size = Math.min(MOST_THREADS, availableParallelism());
  const threads = Array.from({ length: size }, () => startThread(waiting));
  return {
    try: (order) =>
      new Promise((resolve, reject) => {
        const settle = (trial: Trial | Error) => (trial instanceof Error ? reject(trial) : resolve(trial));
        waiting.push({ order, settle });
        for (const { fill } of threads) fill();
      }),
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread(waiting: Task[]): { readonly worker: Worker; fill(): void } {
  const worker = new Worker(new URL('worker.ts', import.meta.url));
  const underWay = new Map<number, Task>();
  let told = 0;
  const fill = (): void => {
    while (underWay.size < PLACES) {
      const task = waiting.shift();
      if (task === undefined) return;
      underWay.set(++told, task);
      worker.postMessage({ order: task.order, number: told } satisfies Told);
    }
  };
  worker.on('message', ({ number, trial }: Word) => {
    underWay.get(number)?.settle(trial);
    underWay.delete(number);
    fill();
  });
  worker.once('error', (error) => {
    for (const { settle } of underWay.values()) settle(error);
  });
  return { worker, fill };
}
