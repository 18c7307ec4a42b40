/** Threads that try documents, one at a time in each. */
import { Worker } from 'node:worker_threads';
import type { CorpusBounds, CorpusOutcome } from './self-consistency.ts';

export interface CorpusWorkerPool {
  /** Waits for a free thread. */
  run(name: string): Promise<CorpusOutcome>;
  close(): Promise<void>;
}

interface Task {
  readonly name: string;
  readonly resolve: (outcome: CorpusOutcome) => void;
  readonly reject: (error: Error) => void;
}

export function startCorpusWorkerPool(threads: number, bounds: CorpusBounds): CorpusWorkerPool {
  const queue: Task[] = [];
  const workers = Array.from({ length: threads }, () => startWorker(queue, bounds));
  return {
    run: (name) =>
      new Promise((resolve, reject) => {
        queue.push({ name, resolve, reject });
        for (const { next } of workers) next();
      }),
    close: async () => {
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

function startWorker(queue: Task[], bounds: CorpusBounds): { readonly worker: Worker; next(): void } {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: bounds });
  let task: Task | undefined;
  const next = (): void => {
    if (task !== undefined) return;
    task = queue.shift();
    if (task !== undefined) worker.postMessage(task.name);
  };
  worker.on('message', (outcome: CorpusOutcome) => {
    task?.resolve(outcome);
    task = undefined;
    next();
  });
  worker.once('error', (error) => task?.reject(error));
  return { worker, next };
}
