import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { parseSeverities } from '../../contracts/catalog/parse-severities.ts';
import { renamedChecks } from '../../contracts/catalog/renamed-checks.ts';
import { renamedCategories, testCategories } from '../../contracts/conformance/test-categories.ts';
import { loadWaivers } from '../../contracts/waivers/read-waivers.ts';
import { runPlantStore } from '../cli/support.ts';
import { fileOf, kitErrorOf } from '../pact/support.ts';

const ids = new Set(checkCatalog.map(({ id }) => id));

test('a check that was renamed exists under its new id only', () => {
  expect([...renamedChecks.values()].filter((id) => !ids.has(id))).toEqual([]);
  expect([...renamedChecks.keys()].filter((id) => ids.has(id))).toEqual([]);
});

test('a test category that was renamed exists under its new name only', () => {
  const names = new Set(testCategories.map(({ name }) => name));
  expect([...renamedCategories.values()].filter((name) => !names.has(name))).toEqual([]);
  expect([...renamedCategories.keys()].filter((name) => names.has(name))).toEqual([]);
});

test('each renamed check and test category is on the page about upgrading', () => {
  const page = readFileSync(new URL('../../docs/reference/upgrading.md', import.meta.url), 'utf8');
  const rows = [...renamedChecks, ...renamedCategories].map(([before, now]) => `| \`${before}\` | \`${now}\` |`);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

describe('the old id of a check', () => {
  test('in the id of a waiver is named with the new one', async () => {
    const waiver = { id: 'removed-is-gone/deletePlant/9f7c6a2d0b11', reason: 'known', expires: '2027-01-31' };
    expect(await detailOf(waiver)).toBe(
      'id: received the check "removed-is-gone", which does not exist or cannot be waived; it is called "deleted-not-found" now (docs/reference/upgrading.md): take the new id from a report of this version',
    );
  });

  test('in the pattern of a waiver is named with the new one', async () => {
    const waiver = { check: 'sort-is-kept', operations: '*', reason: 'known', expires: '2027-01-31' };
    expect(await detailOf(waiver)).toMatch(/; it is called "sort-respected" now \(docs\/reference\/upgrading\.md\)$/);
  });

  test('in a severity is named with the new one', () => {
    expect(() => parseSeverities(['limit-is-kept=off'])).toThrow('it is called "limit-respected" now');
  });

  test('of a lint rule in a severity is named with the new one', () => {
    expect(() => parseSeverities(['operation-named=off'])).toThrow('it is called "operation-id-present" now');
  });

  test('is not guessed for an unknown one', async () => {
    const waiver = { id: 'never-existed/deletePlant/9f7c6a2d0b11', reason: 'known', expires: '2027-01-31' };
    expect(await detailOf(waiver)).not.toContain('now');
  });
});

describe('explain', () => {
  test.each([
    ['removed-is-gone', 'deleted-not-found'],
    ['walks', 'random-sequences'],
  ])('names the new name of %s', async (before, now) => {
    const { stderr, exitCode } = await runPlantStore(['explain', before]);
    expect(stderr).toContain(`"${before}" is called ${now} now`);
    expect(exitCode).toBe(2);
  });
});

async function detailOf(waiver: object): Promise<string> {
  const file = fileOf(JSON.stringify({ waivers: [waiver] }), 'waivers.json');
  return (await kitErrorOf(loadWaivers(file))).detail;
}
