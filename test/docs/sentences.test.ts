/** docs/reference/sentences.md: the code understands each sentence of the page, and the page has each file that reads some. */
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { codesIn, readDocsPage } from './parse-page.ts';
import { readers } from './sentence-readers.ts';

const sections = readDocsPage('docs/reference/sentences.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|')[1] ?? '');
    return { title, sentences: rows.flatMap((row) => codesIn(row)) };
  });

test('each section has a reader', () => {
  expect(sections.map(({ title }) => title)).toEqual(Object.keys(readers));
});

describe.each(sections)('$title', ({ title, sentences }) => {
  test('it has sentences', () => expect(sentences.length).toBeGreaterThan(0));

  test.each(sentences)('%s', (sentence) => expect(readers[title]?.understands(sentence)).toBe(true));

  test('another sentence is not understood', () =>
    expect(readers[title]?.understands('A short text about something else.')).toBe(false));
});

/** They compare and set values, and find the texts that the others read. */
const helpers = ['compare-bounds', 'computed-properties', 'state-actions', 'verb-forms'];

test('each file that reads sentences belongs to a section', () => {
  const files = [...globSync('spec/described/*.ts'), ...globSync('{spec,mock,contracts}/**/*-sentences.ts')];
  const reading = files.filter((file) => !helpers.some((name) => file === `spec/described/${name}.ts`));
  const named = Object.values(readers).flatMap((reader) => reader.files);
  expect(reading.filter((file) => !named.includes(file))).toEqual([]);
  expect(named.filter((file) => globSync(file).length === 0)).toEqual([]);
});
