import { expect, test } from 'vitest';
import { tableLines } from '../../../contracts/render/text/conformance-text.ts';
import { columnCount } from '../../../contracts/render/text/terminal.ts';

const categories = ['valid-bodies', 'text-values', 'authentication'];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_one, index) => `operation${index}`).flatMap((operation) =>
    categories.map((category) => ({ operation, category, cases: 10, errors: 0, warnings: 1 })),
  );

test('has a line for each operation and category', () => {
  expect(tableLines(rowsOf(12))).toHaveLength(1 + 12 * 3);
});

test('has one line for each of more than 12 operations, with the failed categories', () => {
  const rows = rowsOf(13).map((row) => ({ ...row, errors: row.operation === 'operation3' ? 2 : 0 }));
  const broken = rows.map((row) => (row.category === 'text-values' ? { ...row, errors: 0 } : row));
  const lines = tableLines(broken);
  expect(lines).toHaveLength(14);
  expect(lines[1]).toMatch(/^operation0 +3 categories +30 +0 +3$/);
  expect(lines[4]).toMatch(/^operation3 +failed: valid-bodies, authentication +30 +4 +3$/);
});

test('fits 110 columns, also with long and hostile names', () => {
  const operation = `GET /a/${'植物'.repeat(40)}\u001b[31m`;
  const lines = tableLines([{ operation, category: 'valid-bodies', cases: 1e6, errors: 1e6, warnings: 1e6 }]);
  for (const line of lines) {
    expect(columnCount(line)).toBeLessThanOrEqual(110);
    expect(line).not.toContain('\u001b');
  }
});
