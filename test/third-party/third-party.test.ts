import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { thirdPartyImplementations } from '../evals/third-party/implementations.ts';

const page = readFileSync(new URL('../../docs/explanation/third-party-implementations.md', import.meta.url), 'utf8');

test('the page has a row for each implementation, and no other', () => {
  const rows = [...page.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
  expect(rows).toEqual(thirdPartyImplementations.map(({ name }) => name));
});

test('every implementation has its launcher', () => {
  const missing = thirdPartyImplementations.filter(
    ({ name }) => !existsSync(new URL(`../evals/third-party/stores/${name}.mjs`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});

test('a correct implementation has no errors', () => {
  const fixed = page.split('\n').filter((line) => /^\| \*\*[\w-]+-fixed\*\*/.test(line));
  expect(fixed).toHaveLength(3);
  expect(fixed.filter((line) => !line.includes('| none |'))).toEqual([]);
});
