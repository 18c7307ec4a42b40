import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { strangers } from '../evals/third-party/strangers.ts';

const page = readFileSync(new URL('../../docs/strangers.md', import.meta.url), 'utf8');

test('the page has a row for each store, and for no other', () => {
  const rows = [...page.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
  expect(rows).toEqual(strangers.map(({ name }) => name));
});

test('every store has its launcher', () => {
  const missing = strangers.filter(
    ({ name }) => !existsSync(new URL(`../evals/third-party/stores/${name}.mjs`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});

test('no fault is told of a store that is right', () => {
  const mended = page.split('\n').filter((line) => /^\| \*\*[\w-]+-mended\*\*/.test(line));
  expect(mended).toHaveLength(3);
  expect(mended.filter((line) => !line.includes('| none |'))).toEqual([]);
});
