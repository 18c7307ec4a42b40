/** A thread that tries documents, one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { corpus } from './corpus.ts';
import { type Bounds, type Outcome, tryDocument } from './law.ts';

const bounds: Bounds = workerData;

parentPort?.on('message', async (name: string) => {
  const document = corpus.find((one) => one.name === name);
  if (document === undefined) throw new Error(`the corpus has no ${name}`);
  parentPort?.postMessage((await tryDocument(document, bounds)) satisfies Outcome);
});
