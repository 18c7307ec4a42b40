import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { startVariant, type Variant, variants } from '../zoo/index.ts';
import { checksOf, faultsOf, verify } from './support.ts';

/** Long enough for every store that answers at all; the hanging ones wait it out for each finding. */
const FAULTY_TIMEOUT_MS = 600;

const named = (kind: Variant['kind']) =>
  variants.filter((one) => one.kind === kind).map((one) => [one.name, one] as const);

/** Which checks find which store, read once by a person: a fault must not hide behind another. */
const foundBy: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('found-by.json', import.meta.url), 'utf8'),
);

describe.concurrent('every faulty store is found, by the checks that are about its fault', () => {
  test.for(named('faulty'))('%s', async ([, variant], { expect }) => {
    const store = await startVariant(variant);
    try {
      const result = await verify({ baseUrl: store.url, token: store.token, timeoutMs: FAULTY_TIMEOUT_MS });
      expect(checksOf(result), variant.what).toEqual(
        expect.arrayContaining([...(foundBy[variant.name] ?? ['an entry in found-by.json'])]),
      );
    } finally {
      await store.close();
    }
  });
});

describe.concurrent('no right store is accused, in a first run or a second', () => {
  test.for(named('right'))('%s', async ([, variant], { expect }) => {
    const store = await startVariant(variant);
    try {
      const first = await verify({ baseUrl: store.url, token: store.token });
      const second = await verify({ baseUrl: store.url, token: store.token });
      expect(faultsOf(first), variant.what).toEqual([]);
      expect(faultsOf(second), variant.what).toEqual([]);
      expect(first.cases).toBeGreaterThan(150);
      expect(second.cases).toBe(first.cases);
    } finally {
      await store.close();
    }
  });
});

test('the README gives the figures of the zoo as they are', ({ expect }) => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`${named('faulty').length} faulty and ${named('right').length} right`);
});

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
