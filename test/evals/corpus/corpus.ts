/** The documents that the law of self-consistency is held on: those of others, unchanged, and one of ours per feature. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

export interface CorpusDocument {
  /** Of its folder, or of its file. */
  readonly name: string;
  readonly kind: 'document' | 'feature';
  readonly file: string;
  /** Unpacked. */
  readonly bytes: number;
}

const folders = {
  documents: fileURLToPath(new URL('documents/', import.meta.url)),
  features: fileURLToPath(new URL('features/', import.meta.url)),
};

/** Sorted by name. A folder of `documents/` holds one document; its main file is the one at its top. */
export const corpus: readonly CorpusDocument[] = [...documents(), ...features()];

function documents(): readonly CorpusDocument[] {
  return readdirSync(folders.documents)
    .toSorted()
    .map((name) => ({
      name,
      kind: 'document',
      ...fileAt(path.join(folders.documents, name, mainFile(name))),
    }));
}

function features(): readonly CorpusDocument[] {
  return readdirSync(folders.features)
    .filter((name) => /\.(yaml|json)$/.test(name))
    .toSorted()
    .map((name) => ({
      name: path.parse(name).name,
      kind: 'feature',
      ...fileAt(path.join(folders.features, name)),
    }));
}

function mainFile(name: string): string {
  const files = readdirSync(path.join(folders.documents, name)).filter((file) => /\.(yaml|yml|json|gz)$/.test(file));
  const [first, ...others] = files;
  if (first === undefined || others.length > 0)
    throw new Error(`documents/${name}: expected one file at the top, got ${files.join(', ') || 'none'}`);
  return first;
}

function fileAt(file: string): Pick<CorpusDocument, 'file' | 'bytes'> {
  return { file, bytes: file.endsWith('.gz') ? decompress(file).length : statSync(file).size };
}

/** Unpacks where it has to. */
export async function loadCorpusContract({ name, file }: CorpusDocument): Promise<Contract> {
  if (!file.endsWith('.gz')) return loadContract(file);
  const folder = mkdtempSync(path.join(tmpdir(), 'corpus-'));
  try {
    const plain = path.join(folder, path.basename(file, '.gz'));
    writeFileSync(plain, decompress(file));
    return await loadContract(plain);
  } catch (error) {
    throw new Error(`${name} does not load`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function decompress(file: string): Buffer {
  return gunzipSync(readFileSync(file));
}
