/** Runs over contracts of growing size, with the same number of cases for each operation, against fake stores of theirs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import { outputOf } from '../measuring/child.ts';
import { inFolder } from '../measuring/folder.ts';
import { pathOf } from '../servers.ts';
import type { Cell, Column, Section, Wishes } from '../telling/section.ts';
import { largeDocument } from './large-document.ts';
import { startOwnStore } from './own-store.ts';

const sizes = { whole: [10, 100, 300, 1_000], quick: [10, 100], least: [5] } as const;
const CASES_EACH = 10;

export async function benchScale({ effort }: Wishes): Promise<Section> {
  return inFolder(async (folder) => {
    const rows: (readonly Cell[])[] = [];
    for (const operations of sizes[effort]) {
      const file = path.join(folder, `${operations}.json`);
      writeFileSync(file, stringifyJson(largeDocument(operations)));
      rows.push(await rowOf(file, operations));
    }
    const words = `${CASES_EACH} cases for each operation on average`;
    return { tables: [{ words, columns, rows }], goals: [], notes: [] };
  });
}

const columns: readonly Column[] = [
  { words: 'operations' },
  { words: 'cases' },
  { words: 'requests' },
  { words: 'seconds', digits: 1 },
  { words: 'ms an operation', digits: 1 },
  { words: 'peak memory, MB' },
];

async function rowOf(file: string, operations: number): Promise<readonly Cell[]> {
  const store = await startOwnStore('--spec', file);
  try {
    const { cases, requests, ms, rss } = await judged(file, store.url, operations * CASES_EACH);
    return [operations, cases, requests, ms / 1000, ms / operations, (rss * 1024) / 1e6];
  } finally {
    await store.stop();
  }
}

interface Judged {
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** KiB. */
  readonly rss: number;
}

/** In a process of its own, which knows how much memory it took. */
async function judged(file: string, url: string, budget: number): Promise<Judged> {
  return JSON.parse(await outputOf({ args: [pathOf('benches/scale-run.ts'), file, url, String(budget)] }));
}
