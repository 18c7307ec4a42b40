import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const documents = ['README.md', 'ARCHITECTURE.md', ...readdirSync('docs').map((name) => `docs/${name}`)];

/** As they stand there; blocks of code hold none. */
function linksIn(document: string): readonly string[] {
  const text = readFileSync(document, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
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

describe.each(documents)('%s', (document) => {
  it('links to what is there', () => {
    const broken = linksIn(document).filter((link) => {
      const [, anchor] = link.split('#');
      const file = link.startsWith('#') ? document : fileOf(document, link);
      return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

it('every document can be reached from README.md', () => {
  const reached = new Set<string>();
  const visit = (document: string) => {
    if (reached.has(document) || !documents.includes(document)) return;
    reached.add(document);
    for (const link of linksIn(document)) visit(fileOf(document, link));
  };
  visit('README.md');
  expect([...reached].toSorted()).toEqual(documents.toSorted());
});
