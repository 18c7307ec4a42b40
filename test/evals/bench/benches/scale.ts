/** Runs over contracts of growing size, with the same number of cases for each operation, against mock servers of theirs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import { runForOutput } from '../measuring/child-process.ts';
import { inFolder } from '../measuring/folder.ts';
import type { BenchCell, BenchOptions, Column, Section } from '../reporting/section.ts';
import { resolvePath } from '../servers.ts';
import { largeDocument } from './large-document.ts';
import { startMockProcess } from './mock-process.ts';

const sizes = { whole: [10, 100, 300, 1_000], quick: [10, 100], least: [5] } as const;
const CASES_EACH = 10;

export async function benchScale({ size }: BenchOptions): Promise<Section> {
  return inFolder(async (folder) => {
    const rows: (readonly BenchCell[])[] = [];
    for (const operations of sizes[size]) {
      const file = path.join(folder, `${operations}.json`);
      writeFileSync(file, stringifyJson(largeDocument(operations)));
      rows.push(await rowOf(file, operations));
    }
    const numbers = `${CASES_EACH} cases for each operation on average`;
    return { tables: [{ title: numbers, columns, rows }], goals: [], notes: [] };
  });
}

const columns: readonly Column[] = [
  { label: 'operations' },
  { label: 'cases' },
  { label: 'requests' },
  { label: 'seconds', digits: 1 },
  { label: 'ms an operation', digits: 1 },
  { label: 'peak memory, MB' },
];

async function rowOf(file: string, operations: number): Promise<readonly BenchCell[]> {
  const store = await startMockProcess('--spec', file);
  try {
    const { cases, requests, ms, rss } = await measureRun(file, store.url, operations * CASES_EACH);
    return [operations, cases, requests, ms / 1000, ms / operations, (rss * 1024) / 1e6];
  } finally {
    await store.stop();
  }
}

interface ScaleFigures {
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** KiB. */
  readonly rss: number;
}

/** In a process of its own, which knows how much memory it took. */
async function measureRun(file: string, url: string, budget: number): Promise<ScaleFigures> {
  return JSON.parse(await runForOutput({ args: [resolvePath('benches/scale-run.ts'), file, url, String(budget)] }));
}
