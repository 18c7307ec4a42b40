import { readFileSync } from 'node:fs';
import { afterAll, describe, test, vi } from 'vitest';
import { hireKeepers } from '../evals/zoo/keepers.ts';
import { plants } from '../evals/zoo/plants.ts';
import type { Trial } from '../evals/zoo/trial.ts';
import type { Exhibit, Zoo } from '../evals/zoo/zoo.ts';
import { zoos } from '../evals/zoo/zoos.ts';

/** All wait for the keepers at once. */
vi.setConfig({ maxConcurrency: zoos.flatMap(({ exhibits }) => exhibits).length, testTimeout: 900_000 });

const keepers = hireKeepers();
afterAll(() => keepers.close());

const named = (zoo: Zoo, kind: Exhibit['kind']) =>
  zoo.exhibits.filter((one) => one.kind === kind).map((one) => [one.name, one] as const);

/** Stores of many operations are judged where their fault is, right ones once; `npm run zoo` judges all of them whole. */
const trial = (zoo: Zoo, { name }: Exhibit): Promise<Trial> =>
  keepers.try({ zoo: zoo.name, name, isBrief: zoo !== plants });

describe.concurrent.for(zoos.map((zoo) => [zoo.name, zoo] as const))('%s', ([, zoo]) => {
  describe.concurrent('every faulty store is found, by the checks that are about its fault', () => {
    test.for(named(zoo, 'faulty'))('%s', async ([, exhibit], { expect }) => {
      const { checks } = await trial(zoo, exhibit);
      expect(checks, exhibit.what).toEqual(expect.arrayContaining([...zoo.foundBy(exhibit)]));
    });
  });

  describe.concurrent('no right store is accused, in a first run or a second', () => {
    test.for(named(zoo, 'right'))('%s', async ([, exhibit], { expect }) => {
      const { faults, cases } = await trial(zoo, exhibit);
      const [first, second = first] = cases;
      expect(faults, exhibit.what).toEqual([]);
      expect(cases).toHaveLength(zoo === plants ? 2 : 1);
      expect(first).toBeGreaterThan(150);
      expect(second).toBe(first);
    });
  });

  test('the README gives the figures of the zoo as they are', ({ expect }) => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, told = ''] = /<!-- zoo -->(.*)<!-- \/zoo -->/s.exec(readme) ?? [];
    const [faulty, right] = [named(zoo, 'faulty').length, named(zoo, 'right').length].map(String);
    expect(cellsOf(told, zoo.words).slice(0, 5)).toEqual([faulty, faulty, '0', right, '0']);
  });

  test('every faulty store has its checks written down', ({ expect }) => {
    const without = named(zoo, 'faulty').filter(([, exhibit]) => zoo.foundBy(exhibit).length === 0);
    expect(without.map(([name]) => name)).toEqual([]);
  });
});

/** Faulty, caught, missed, right, false alarms. */
function cellsOf(table: string, words: string): readonly string[] {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.find(([, first]) => first === words)?.slice(2) ?? [];
}

test('no checks are written down for a plant store that is gone', ({ expect }) => {
  const foundBy = JSON.parse(readFileSync(new URL('found-by.json', import.meta.url), 'utf8'));
  expect(Object.keys(foundBy).toSorted()).toEqual(
    named(plants, 'faulty')
      .map(([name]) => name)
      .toSorted(),
  );
});
