/** The tests that docs/how-to/test-with-pact.md names exist. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codesIn, tableIn } from './parse-page.ts';

const page = 'docs/how-to/test-with-pact.md';

it('every trap names existing tests', () => {
  const rows = tableIn(page, 'trap');
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const held = row.at(-1) ?? '';
    const tests = held.split('; ').map((one) => ({ file: codesIn(one)[0] ?? '', title: one.split('`: ')[1] ?? '?' }));
    for (const { file, title } of tests)
      expect([file, readFileSync(file, 'utf8')]).toEqual([file, expect.stringContaining(title)]);
  }
});
