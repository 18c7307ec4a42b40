/** Reading a document into a contract, against reading and dereferencing it with swagger-parser, in the same process. */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { stringify } from 'yaml';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import { loadContract } from '../../../../spec/loading/load-contract.ts';
import { inFolder } from '../measuring/folder.ts';
import { median } from '../measuring/statistics.ts';
import type { BenchCell, BenchOptions, Column, Section } from '../reporting/section.ts';
import { largeDocument } from './large-document.ts';

const ROUNDS = 7;

const generatedDocument = {
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

export async function benchLoadDocument({ size, files }: BenchOptions): Promise<Section> {
  return inFolder(async (folder) => {
    const rows: (readonly BenchCell[])[] = [];
    const own = generatedDocument[size].map(([operations, kind]) => madeIn(folder, operations, kind));
    for (const file of [...own, ...files]) rows.push(await rowOf(file));
    return { tables: [{ title: 'In one warm process', columns, rows }], goals: [], notes: [] };
  });
}

function madeIn(folder: string, operations: number, kind: 'json' | 'yaml'): string {
  const document = largeDocument(operations);
  const file = path.join(folder, `${operations}.${kind}`);
  const text = kind === 'json' ? stringifyJson(document, 2) : stringify(document, { aliasDuplicateObjects: false });
  writeFileSync(file, text);
  return file;
}

const columns: readonly Column[] = [
  { label: 'document' },
  { label: 'operations' },
  { label: 'KB' },
  { label: 'read and dereference, ms' },
  { label: 'load, ms' },
  { label: 'ratio', digits: 2 },
];

/** Medians, after a round that does not count; the two take turns. */
async function rowOf(file: string): Promise<readonly BenchCell[]> {
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
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
