/** docs/checks: a page for each check, which says what the kit says and shows what its checks find. */
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

it('there is a page for each check but those on changes, and no other', () => {
  const named = withPage.map(({ id }) => `${id}.md`);
  const wanted = [...named, 'README.md', 'changes.md', 'families.md'];
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
});

it.each(readdirSync(folder))('%s is as npm run check-pages -- --write makes it', (name) => {
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

  it('says of a check what its page says, and how to see its findings again', async () => {
    const { stdout } = await runPlantStore(['explain', 'challenge-present']);
    expect(stdout).toMatch(
      /^References: RFC 9110, section 11\.6\.1 .*\nReproduce: {2}plant-store replay .*\n.*\nWaive: /m,
    );
    expect((await runPlantStore(['explain', 'waiver-stale'])).stdout).not.toContain('Waive:');
  });
});

it.each(checkCatalog.map(({ id, references }) => [id, references]))('%s says what it rests on', (_id, restsOn) => {
  expect(restsOn).toMatch(/RFC \d+|OpenAPI|JSON Schema|XML|contract|pact|waivers/);
});
