import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findRetiredWords } from './find-retired-words.ts';
import { permittedUses, retiredWords } from './retired-words.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const productSources = tracked.filter(
  (file) =>
    (/\.(?:[cm]?[jt]s|css|html|lua|ya?ml|sh)$|Dockerfile$/.test(file) || /^\.ci\/\w+$/.test(file)) &&
    !/^(?:test|docs|examples)\//.test(file),
);
const pages = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('test/fixtures/'));
const testFiles = tracked.filter((file) => file.endsWith('.test.ts'));

const titlesIn = (text: string): string =>
  [...text.matchAll(/\b(?:it|test|describe)\b[^'"`\n]*\(\s*(['"`])(.*?)\1\s*,/g)]
    .map(([, , title]) => title)
    .join('\n');

const usesIn = (files: readonly string[], text: (file: string) => string = read): readonly string[] =>
  files.flatMap((file) =>
    findRetiredWords(file, text(file)).map(({ place, word, use }) => `${place}: "${word}"; write: ${use}`),
  );

describe('retired words', () => {
  it('are found in identifiers, file names, messages and phrases', () => {
    const found = findRetiredWords('spec/refused-cases.ts', "const isAnswered = 'Nobody asked';\n// Held by a test.");
    expect(found.map(({ place, word }) => `${place} ${word}`)).toEqual([
      'spec/refused-cases.ts refused',
      'spec/refused-cases.ts:1 answered',
      'spec/refused-cases.ts:1 nobody',
      'spec/refused-cases.ts:2 held by a test',
    ]);
  });

  it('are permitted where they are terms of a standard', () => {
    expect(findRetiredWords('a.ts', "if (error.code === 'ECONNREFUSED') return;")).toEqual([]);
  });

  it('are listed once', () => {
    expect(new Set(retiredWords.map(({ word }) => word)).size).toBe(retiredWords.length);
  });

  it('occur in no source of the product', () => {
    expect(productSources.length).toBeGreaterThan(500);
    expect(usesIn(productSources)).toEqual([]);
  });

  it('occur on no page', () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(usesIn(pages)).toEqual([]);
  });

  it('occur in no title of a test', () => {
    expect(usesIn(testFiles, (file) => titlesIn(read(file)))).toEqual([]);
  });

  it.each(permittedUses)('"$word" is permitted for $reason only where a line needs it', ({ word, where }) => {
    const lines = [...productSources, ...pages, ...testFiles].flatMap((file) =>
      [file, ...read(file).split('\n')].map((line) => `${file}: ${line}`),
    );
    expect(lines.some((line) => line.toLowerCase().includes(word) && where.test(line))).toBe(true);
  });
});

describe('the glossary', () => {
  const table = /## Words\n\n(.*?)\n\n/s.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const glossary = [...table.matchAll(/^\| ([a-z ]+) \| [a-z]/gm)]
    .map(([, word = '']) => word)
    .filter((word) => word !== 'word');
  const sources = productSources
    .map((file) => `${file}\n${read(file)}`)
    .join('\n')
    .toLowerCase();

  it('has at most 15 words', () => {
    expect(glossary.length).toBeGreaterThan(5);
    expect(glossary.length).toBeLessThanOrEqual(15);
  });

  it.each(glossary)('explains "%s", which the code uses', (word) => {
    const spellings = [word, word.replaceAll(' ', ''), word.replaceAll(' ', '-')];
    expect(spellings.some((spelling) => sources.includes(spelling))).toBe(true);
  });
});
