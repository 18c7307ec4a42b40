/** Threads that try documents, one at a time in each. */
import { Worker } from 'node:worker_threads';
import type { Bounds, Outcome } from './law.ts';

export interface Keepers {
  /** Waits for a free thread. */
  try(name: string): Promise<Outcome>;
  close(): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

export function hireKeepers(threads: number, bounds: Bounds): Keepers {
  const waiting: Task[] = [];
  const hired = Array.from({ length: threads }, () => hire(waiting, bounds));
  return {
    try: (name) =>
      new Promise((resolve, reject) => {
        waiting.push({ name, resolve, reject });
        for (const { next } of hired) next();
      }),
    close: async () => {
      await Promise.all(hired.map(({ worker }) => worker.terminate()));
    },
  };
}

function hire(waiting: Task[], bounds: Bounds): { readonly worker: Worker; next(): void } {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: bounds });
  let task: Task | undefined;
  const next = (): void => {
    if (task !== undefined) return;
    task = waiting.shift();
    if (task !== undefined) worker.postMessage(task.name);
  };
  worker.on('message', (outcome: Outcome) => {
    task?.resolve(outcome);
    task = undefined;
    next();
  });
  worker.once('error', (error) => task?.reject(error));
  return { worker, next };
}
