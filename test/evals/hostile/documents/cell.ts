/** A process of its own: does what it is asked for with one document after another, and says what each took. */
import { KitError } from '../../../../errors.ts';
import { readContract } from '../../../../spec/loading/load.ts';
import { type Algorithm, algorithms, type Subject } from './algorithms.ts';
import { documents, type HostileDocument } from './documents.ts';

/** One algorithm on one document. */
export interface Cell {
  readonly document: string;
  readonly algorithm: string;
}

export interface Outcome extends Cell {
  /** Seconds of CPU. */
  readonly cpu: number;
  /** The code of a clear error; `crashed` for any other; undefined where it came to its end. */
  readonly refused?: string;
  /** In words, for people. */
  readonly result: string;
}

let last: { readonly document: string; readonly subject: Promise<Subject> } | undefined;

process.on('message', async (cell: Cell) => process.send?.(await outcomeOf(cell)));

process.send?.('ready');

async function outcomeOf(cell: Cell): Promise<Outcome> {
  const document = documents.find(({ name }) => name === cell.document);
  if (document === undefined) throw new Error(`expected the name of a document, got ${cell.document}`);
  const isLoad = cell.algorithm === 'load';
  if (isLoad || last?.document !== document.name)
    last = { document: document.name, subject: subjectOf(document) };
  // To have read it is no part of what follows.
  if (!isLoad) await last.subject.catch(() => undefined);
  const { subject } = last;
  const start = process.cpuUsage();
  const run: Algorithm = isLoad ? () => subject : (algorithms[cell.algorithm] ?? unknownAlgorithm);
  const told = await subject.then(run).then(wordsOf, refusalOf);
  const { user, system } = process.cpuUsage(start);
  return { ...cell, ...told, cpu: (user + system) / 1e6 };
}

async function subjectOf(document: HostileDocument): Promise<Subject> {
  // Lets the clock of `load` start.
  await new Promise(setImmediate);
  const contract = await readContract('file:///hostile.json', document.text());
  return {
    contract,
    copy: () => readContract('file:///copy.json', document.text()),
    next: () => readContract('file:///next.json', document.changed()),
  };
}

function unknownAlgorithm(): never {
  throw new Error('no such algorithm');
}

function wordsOf(result: unknown): { readonly result: string } {
  return { result: typeof result === 'string' ? result : '' };
}

function refusalOf(error: unknown): { readonly refused: string; readonly result: string } {
  const words = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : String(error);
  return { refused: error instanceof KitError ? error.code : 'crashed', result: words };
}
