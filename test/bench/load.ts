/** Reading a document into a contract, against reading and dereferencing it with swagger-parser, in the same process. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { stringify } from 'yaml';
import { stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import { largeDocument } from './large-document.ts';
import { alternate } from './measure.ts';

/** `files`: documents to measure besides those that are made here. */
export async function benchLoad(files: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-bench-'));
  process.stdout.write(
    'load       document                operations      KB   read + dereference      load   ratio\n',
  );
  try {
    for (const file of [...madeIn(folder), ...files]) process.stdout.write(await rowOf(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function madeIn(folder: string): readonly string[] {
  const write = (operations: number, kind: 'json' | 'yaml') => {
    const document = largeDocument(operations);
    const file = path.join(folder, `${operations}.${kind}`);
    const text =
      kind === 'json' ? stringifyJson(document, 2) : stringify(document, { aliasDuplicateObjects: false });
    writeFileSync(file, text);
    return file;
  };
  return [
    write(100, 'json'),
    write(300, 'json'),
    write(1_000, 'json'),
    write(3_000, 'json'),
    write(1_000, 'yaml'),
  ];
}

async function rowOf(file: string): Promise<string> {
  const { operations } = await loadContract(file);
  const [read, load] = await alternate([
    () => timed(() => SwaggerParser.dereference(file)),
    () => timed(() => loadContract(file)),
  ]);
  const ms = ({ seconds }: { readonly seconds: number }) => `${(seconds * 1000).toFixed(0)} ms`;
  const cells = [
    path.basename(file).padEnd(22),
    String(operations.length).padStart(11),
    String(Math.round(statSync(file).size / 1024)).padStart(7),
    ms(read).padStart(20),
    ms(load).padStart(9),
    (load.seconds / read.seconds).toFixed(2).padStart(7),
  ];
  return `load       ${cells.join(' ')}\n`;
}

async function timed(work: () => Promise<unknown>) {
  const start = performance.now();
  await work();
  return { requests: 1, seconds: (performance.now() - start) / 1000 };
}
