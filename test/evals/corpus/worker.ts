/** A thread that tries documents, one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { corpus } from './corpus.ts';
import { type CorpusBounds, type CorpusOutcome, checkDocument } from './self-consistency.ts';

const bounds: CorpusBounds = workerData;

parentPort?.on('message', async (name: string) => {
  const document = corpus.find((one) => one.name === name);
  if (document === undefined) throw new Error(`the corpus has no ${name}`);
  parentPort?.postMessage((await checkDocument(document, bounds)) satisfies CorpusOutcome);
});
