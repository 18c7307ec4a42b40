import { expect, test } from 'vitest';
import { createProgressLine } from '../../cli/output.ts';
import { columnCount } from '../../contracts/render/text/terminal.ts';

function drawn(columns: number, isTTY = true): readonly string[] {
  const lines: string[] = [];
  const progress = createProgressLine({ isTTY, columns, write: (text) => lines.push(text) });
  progress.count('createPlant wrong-types\u001b[31m', true);
  progress.clear();
  return lines;
}

test('prints operation, category, counts, errors and rate on one line of a terminal', () => {
  expect(drawn(80)).toEqual([
    expect.stringMatching(/^\r\u001b\[KcreatePlant wrong-types\\u001b\[31m {2}1 cases, 1 with errors, \d+\/s$/),
    '\r\u001b[K',
  ]);
});

test('keeps the counts visible on a narrow terminal', () => {
  const [line = ''] = drawn(50);
  expect(line).toMatch(/^\r\u001b\[Kcreate.*\.\.\. {2}1 cases, 1 with errors, \d+\/s$/);
  expect(line.length).toBeLessThanOrEqual(50 + 4);
});

test('counts columns, not characters', () => {
  const lines: string[] = [];
  const progress = createProgressLine({ isTTY: true, columns: 50, write: (text) => lines.push(text) });
  progress.count(`${'植'.repeat(20)} wrong-types`, false);
  expect(columnCount(lines[0]?.slice('\r\u001b[K'.length) ?? '')).toBeLessThan(50);
});

test('prints nothing without a terminal', () => {
  expect(drawn(80, false)).toEqual([]);
});
