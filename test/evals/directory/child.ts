/**
 * The process that tries documents, one at a time. A thread ends it when a document takes too much CPU time, because a
 * loop that never yields cannot be ended from within.
 */
import { Worker } from 'node:worker_threads';
import type { DirectoryDocument } from './documents.ts';
import { type VerifyBounds, verifyDocument } from './verify-document.ts';

export interface ChildTask {
  readonly document: DirectoryDocument;
  readonly bounds: VerifyBounds;
  readonly maxCpuSeconds: number;
}

const watchdog = new Worker(new URL('cpu-watchdog.ts', import.meta.url));
watchdog.unref();

process.on('message', async ({ document, bounds, maxCpuSeconds }: ChildTask) => {
  watchdog.postMessage(maxCpuSeconds);
  const outcome = await verifyDocument(document, bounds);
  process.send?.(outcome);
});
