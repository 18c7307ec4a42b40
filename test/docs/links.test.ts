import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksIn, documents as pages } from './documents.ts';

/** Pictures too: each is shown on a page. */
const documents = [...pages, ...globSync('docs/**/*.*').filter((name) => !name.endsWith('.md'))];

function fileOf(document: string, link: string): string {
  return path.join(path.dirname(document), link.replace(/#.*$/, '')) || document;
}

/** The anchors that GitHub generates. */
function anchorsIn(document: string): readonly string[] {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(pages)('%s', (document) => {
  it('has no dead link', () => {
    const broken = linksIn(document).filter((link) => {
      const [, anchor] = link.split('#');
      const file = link.startsWith('#') ? document : fileOf(document, link);
      return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** The number of links between README.md and each document. */
function distances(): ReadonlyMap<string, number> {
  const found = new Map([['README.md', 0]]);
  // The loop also visits entries that it adds.
  for (const [document, distance] of found)
    for (const file of pages.includes(document) ? linksIn(document).map((link) => fileOf(document, link)) : [])
      if (documents.includes(file) && !found.has(file)) found.set(file, distance + 1);
  return found;
}

it('every document is at most two links away from README.md', () => {
  const found = distances();
  expect([...found.keys()].toSorted()).toEqual(documents.toSorted());
  expect([...found].filter(([, distance]) => distance > 2)).toEqual([]);
});
