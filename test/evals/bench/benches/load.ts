/** Reading a document into a contract, against reading and dereferencing it with swagger-parser, in the same process. */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { stringify } from 'yaml';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import { loadContract } from '../../../../spec/loading/load.ts';
import { inFolder } from '../measuring/folder.ts';
import { median } from '../measuring/statistics.ts';
import type { Cell, Column, Section, Wishes } from '../telling/section.ts';
import { largeDocument } from './large-document.ts';

const ROUNDS = 7;

const made = {
  whole: [
    [100, 'json'],
    [300, 'json'],
    [1_000, 'json'],
    [3_000, 'json'],
    [1_000, 'yaml'],
  ],
  quick: [[300, 'json']],
  least: [[5, 'yaml']],
} as const;

export async function benchLoad({ effort, files }: Wishes): Promise<Section> {
  return inFolder(async (folder) => {
    const rows: (readonly Cell[])[] = [];
    const own = made[effort].map(([operations, kind]) => madeIn(folder, operations, kind));
    for (const file of [...own, ...files]) rows.push(await rowOf(file));
    return { tables: [{ words: 'In one process, warm', columns, rows }], goals: [], notes: [] };
  });
}

function madeIn(folder: string, operations: number, kind: 'json' | 'yaml'): string {
  const document = largeDocument(operations);
  const file = path.join(folder, `${operations}.${kind}`);
  const text =
    kind === 'json' ? stringifyJson(document, 2) : stringify(document, { aliasDuplicateObjects: false });
  writeFileSync(file, text);
  return file;
}

const columns: readonly Column[] = [
  { words: 'document' },
  { words: 'operations' },
  { words: 'KB' },
  { words: 'read and dereference, ms' },
  { words: 'load, ms' },
  { words: 'ratio', digits: 2 },
];

/** Medians, after a round that does not count; the two take turns. */
async function rowOf(file: string): Promise<readonly Cell[]> {
  const { operations } = await loadContract(file);
  const [reads, loads]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const read = await millisecondsOf(() => SwaggerParser.dereference(file));
    const load = await millisecondsOf(() => loadContract(file));
    if (round === 0) continue;
    reads.push(read);
    loads.push(load);
  }
  const [read, load] = [median(reads), median(loads)];
  const kilobytes = statSync(file).size / 1000;
  return [path.basename(file), operations.length, kilobytes, read, load, load / read];
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
