import { readFileSync } from 'node:fs';
import { afterAll, describe, test, vi } from 'vitest';
import { type Variant, variants } from '../zoo/index.ts';
import { hireKeepers } from '../zoo/keepers.ts';
import { foundBy } from '../zoo/trial.ts';

/** All wait for the keepers at once. */
vi.setConfig({ maxConcurrency: variants.length, testTimeout: 900_000 });

const keepers = hireKeepers();
afterAll(() => keepers.close());

const named = (kind: Variant['kind']) =>
  variants.filter((one) => one.kind === kind).map((one) => [one.name, one] as const);

describe.concurrent('every faulty store is found, by the checks that are about its fault', () => {
  test.for(named('faulty'))('%s', async ([, variant], { expect }) => {
    const { checks } = await keepers.try(variant);
    expect(checks, variant.what).toEqual(
      expect.arrayContaining([...(foundBy[variant.name] ?? ['an entry in found-by.json'])]),
    );
  });
});

describe.concurrent('no right store is accused, in a first run or a second', () => {
  test.for(named('right'))('%s', async ([, variant], { expect }) => {
    const { faults, cases } = await keepers.try(variant);
    const [first, second] = cases;
    expect(faults, variant.what).toEqual([]);
    expect(first).toBeGreaterThan(150);
    expect(second).toBe(first);
  });
});

test('the README gives the figures of the zoo as they are', ({ expect }) => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, told = ''] = /<!-- zoo -->(.*)<!-- \/zoo -->/s.exec(readme) ?? [];
  const [faulty, right] = [named('faulty').length, named('right').length].map(String);
  expect(cellsOf(told, 'faulty').slice(0, 3)).toEqual([faulty, faulty, '0']);
  expect(cellsOf(told, 'right, each judged twice').slice(0, 4)).toEqual([right, '', '', '0']);
});

/** How many, caught, missed, false alarms. */
function cellsOf(table: string, words: string): readonly string[] {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.find(([, first]) => first === words)?.slice(2) ?? [];
}

test('every faulty store has its checks written down, and none is written down that is gone', ({
  expect,
}) => {
  expect(Object.keys(foundBy).toSorted()).toEqual(
    named('faulty')
      .map(([name]) => name)
      .toSorted(),
  );
  expect(Object.values(foundBy).filter((checks) => checks.length === 0)).toEqual([]);
});
