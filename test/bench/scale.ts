/** Runs over contracts of growing size, with the same number of cases for each operation, against fake stores of theirs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringifyJson } from '../../spec/exact-json.ts';
import { largeDocument } from './large-document.ts';

const SIZES = [10, 100, 300, 1_000];
const CASES_EACH = 10;

export async function benchScale(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-bench-'));
  process.stdout.write(
    'scale      operations   cases  requests   seconds   ms an operation   peak memory MB\n',
  );
  try {
    for (const operations of SIZES) {
      const file = path.join(folder, `${operations}.json`);
      writeFileSync(file, stringifyJson(largeDocument(operations)));
      process.stdout.write(await rowOf(file, operations));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowOf(file: string, operations: number): Promise<string> {
  const store = await startStore(file);
  try {
    const { cases, requests, ms, rss } = await judged(file, store.url, operations * CASES_EACH);
    const cells = [
      String(operations).padStart(10),
      String(cases).padStart(8),
      String(requests).padStart(9),
      (ms / 1000).toFixed(1).padStart(9),
      (ms / operations).toFixed(1).padStart(17),
      String(Math.round(rss / 1024)).padStart(16),
    ];
    return `scale      ${cells.join('')}\n`;
  } finally {
    store.process.kill();
  }
}

interface Judged {
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** Kilobytes. */
  readonly rss: number;
}

/** In a process of its own, which knows how much memory it took. */
async function judged(file: string, url: string, budget: number): Promise<Judged> {
  const program = new URL('scale-run.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, file, url, String(budget)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output);
}

async function startStore(file: string): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const main = new URL('../../cli/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, 'mock', '--spec', file, '--port', '0', '--log', 'none'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const [, url] = /listening on (\S+)\s/.exec(output) ?? [];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error('the fake store did not start');
}
