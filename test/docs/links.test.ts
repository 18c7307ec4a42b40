import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents as pages } from './documents.ts';

/** Pictures too: none that no page shows. */
const documents = [...pages, ...globSync('docs/**/*.*').filter((name) => !name.endsWith('.md'))];

/** As they stand there; blocks of code hold none. */
function linksIn(document: string): readonly string[] {
  const text = readFileSync(document, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, target, attribute]) => target ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

function fileOf(document: string, link: string): string {
  return path.join(path.dirname(document), link.replace(/#.*$/, '')) || document;
}

/** As GitHub makes them. */
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
  it('links to what is there', () => {
    const broken = linksIn(document).filter((link) => {
      const [, anchor] = link.split('#');
      const file = link.startsWith('#') ? document : fileOf(document, link);
      return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** How many links each is away from README.md. */
function distances(): ReadonlyMap<string, number> {
  const found = new Map([['README.md', 0]]);
  // What is put in while it goes on is visited too.
  for (const [document, distance] of found)
    for (const file of pages.includes(document) ? linksIn(document).map((link) => fileOf(document, link)) : [])
      if (documents.includes(file) && !found.has(file)) found.set(file, distance + 1);
  return found;
}

it('every document can be reached from README.md, by two links at the most', () => {
  const found = distances();
  expect([...found.keys()].toSorted()).toEqual(documents.toSorted());
  expect([...found].filter(([, distance]) => distance > 2)).toEqual([]);
});
