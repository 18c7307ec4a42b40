/** A process of its own: does what it is asked for with one document after another, and says what each took. */
import { KitError } from '../../../../errors.ts';
import { parseContract } from '../../../../spec/loading/load-contract.ts';
import { type Algorithm, type AlgorithmInput, algorithms } from './algorithms.ts';
import { documents, type HostileDocument } from './documents.ts';

/** One algorithm on one document. */
export interface DocumentTask {
  readonly document: string;
  readonly algorithm: string;
}

export interface TaskOutcome extends DocumentTask {
  /** Seconds of CPU. */
  readonly cpuSeconds: number;
  /** The code of a clear error; `crashed` for any other; undefined where it came to its end. */
  readonly errorCode?: string;
  /** In words, for people. */
  readonly result: string;
}

let last: { readonly document: string; readonly subject: Promise<AlgorithmInput> } | undefined;

process.on('message', async (task: DocumentTask) => process.send?.(await runTask(task)));

process.send?.('ready');

async function runTask(task: DocumentTask): Promise<TaskOutcome> {
  const document = documents.find(({ name }) => name === task.document);
  if (document === undefined) throw new Error(`expected the name of a document, got ${task.document}`);
  const isLoad = task.algorithm === 'load';
  if (isLoad || last?.document !== document.name) last = { document: document.name, subject: createInput(document) };
  // To have read it is no part of what follows.
  if (!isLoad) await last.subject.catch(() => undefined);
  const { subject } = last;
  const start = process.cpuUsage();
  const run: Algorithm = isLoad ? () => subject : (algorithms[task.algorithm] ?? unknownAlgorithm);
  const outcome = await subject.then(run).then(toResult, toError);
  const { user, system } = process.cpuUsage(start);
  return { ...task, ...outcome, cpuSeconds: (user + system) / 1e6 };
}

async function createInput(document: HostileDocument): Promise<AlgorithmInput> {
  // Lets the clock of `load` start.
  await new Promise(setImmediate);
  const contract = await parseContract('file:///hostile.json', document.text());
  return {
    contract,
    copy: () => parseContract('file:///copy.json', document.text()),
    next: () => parseContract('file:///next.json', document.changed()),
  };
}

function unknownAlgorithm(): never {
  throw new Error('no such algorithm');
}

function toResult(result: unknown): { readonly result: string } {
  return { result: typeof result === 'string' ? result : '' };
}

function toError(error: unknown): { readonly errorCode: string; readonly result: string } {
  const text = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : String(error);
  return { errorCode: error instanceof KitError ? error.code : 'crashed', result: text };
}
