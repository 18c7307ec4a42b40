/** The documents of an unpacked package, and the sample of them that a run takes. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export interface DirectoryDocument {
  /** The path below the folder, with slashes. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

export interface Sample {
  /** Takes one document of so many, in the order of their names. */
  readonly every: number;
  readonly offset: number;
  /** Leaves out larger documents. */
  readonly maxBytes: number;
  /** Takes only documents whose name contains one of these texts; all if there are none. */
  readonly names: readonly string[];
}

/** Sorted by name. Files whose names start with an underscore are lists of the package, not documents. */
export function listDocuments(folder: string): readonly DirectoryDocument[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !path.basename(name).startsWith('_'))
    .map((name) => ({ name: name.split(path.sep).join('/'), file: path.join(folder, name) }))
    .map((document) => ({ ...document, bytes: statSync(document.file).size }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function takeSample(documents: readonly DirectoryDocument[], sample: Sample): readonly DirectoryDocument[] {
  const { every, offset, maxBytes, names } = sample;
  return documents
    .filter((_, at) => at % every === offset % every)
    .filter(({ bytes }) => bytes <= maxBytes)
    .filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
}
