/** docs/checks: a page for each check, with the kit's own texts and findings. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../../contracts/catalog/check-catalog.ts';
import { runPlantStore } from '../../cli/support.ts';
import { checkPages, folder, withPage } from './check-pages.ts';

let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  pages = await checkPages();
});

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

it('has a page for each check except those on changes, and no others', () => {
  const named = withPage.map(({ id }) => `${id}.md`);
  const wanted = [...named, 'README.md', 'changes.md', 'test-categories.md'];
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
});

it.each(readdirSync(folder))('%s is up to date (npm run check-pages -- --write)', (name) => {
  expect(read(name)).toBe(pages.get(name));
});

describe('explain', () => {
  it('lists the checks of the pages and of changes.md', async () => {
    const { stdout } = await runPlantStore(['explain']);
    const [listed = ''] = stdout.split('Test categories');
    const ids = [...listed.matchAll(/^ {2}([\w-]+) {2,}/gm)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual(withPage.map(({ id }) => id).toSorted());
    const others = checkCatalog.filter(({ stage }) => stage === 'breaking changes');
    expect(others.filter(({ id }) => !read('changes.md').includes(`\`${id}\``))).toEqual([]);
  });

  it('prints the references of a check and the commands that reproduce its findings', async () => {
    const { stdout } = await runPlantStore(['explain', 'challenge-present']);
    expect(stdout).toMatch(
      /^References: RFC 9110, section 11\.6\.1 .*\nReproduce: {2}plant-store replay .*\n.*\nWaive: /m,
    );
    expect((await runPlantStore(['explain', 'waiver-stale'])).stdout).not.toContain('Waive:');
  });
});

it.each(checkCatalog.map(({ id, references }) => [id, references]))('%s has references', (_id, references) => {
  expect(references).toMatch(/RFC \d+|CWE-\d+|OpenAPI|JSON Schema|XML|contract|pact|waivers/);
});
