/** README.md stays short, and its figures are those of the linked pages; test/conformance/zoo.test.ts checks those of the zoo. */
import { describe, expect, it } from 'vitest';
import { blocksOf, readDocsPage } from './parse-page.ts';

/** Without line breaks. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const readme = readDocsPage('README.md');
const lines = readme.trimEnd().split('\n');

it('README.md is two screens long, CONTRIBUTING.md sixty lines', () => {
  expect(lines.length).toBeLessThanOrEqual(110);
  expect(readDocsPage('CONTRIBUTING.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

it('README.md says what the kit is and for whom, and shows it', () => {
  expect(lines[0]).toBe('# plant-store');
  const opening = flat(lines.slice(0, 5).join(' '));
  for (const word of ['mock server', 'Pact contracts', 'verifier', 'gate', 'frontend teams', 'accepts a service'])
    expect(opening).toContain(word);
  expect(lines.slice(0, 10).join('\n')).toContain('docs/pictures/demo.svg');
});

it('README.md starts with the two commands', () => {
  const [first] = blocksOf('README.md', 'sh');
  expect(first?.text).toBe('npm ci && npm run gate\nnpm ci && npm test\n');
});

describe('README.md has the figures of', () => {
  const reported = flat(readme);

  it('docs/explanation/third-party-implementations.md', () => {
    const rows = [
      ...readDocsPage('docs/explanation/third-party-implementations.md').matchAll(/^\| \*\*(.*?)\*\*.* \|$/gm),
    ];
    const fixed = rows.filter(([, name = '']) => name.endsWith('-fixed'));
    const wrong = rows.filter(([row]) => row.includes('| does not conform'));
    const right = rows.filter(([row]) => row.includes('| conforms |'));
    expect(right).toEqual(fixed);
    expect([wrong.length, right.length, rows.length]).toEqual([8, 3, 11]);
    expect(reported).toContain('Eight implementations with Prism, Mockoon, Scalar');
    expect(reported).toContain('The three fixed ones conform');
  });

  it('docs/explanation/corpus.md', () => {
    const [, documents, operations] =
      /(\d+) documents with ([\d,]+) operations/.exec(flat(readDocsPage('docs/explanation/corpus.md'))) ?? [];
    expect(reported).toContain(`0 errors for ${documents} documents with ${operations} operations`);
    expect(readDocsPage('docs/explanation/corpus.md')).toContain('**0 errors,');
  });

  it('docs/explanation/comparison-with-prism.md', () => {
    const [, requests, others] =
      /(\d+) requests: \d+ with the same response, (\d+) with a different one/.exec(
        readDocsPage('docs/explanation/comparison-with-prism.md'),
      ) ?? [];
    expect(reported).toContain(`Prism responded differently to ${others} of ${requests} requests`);
  });

  it('docs/explanation/performance.md', () => {
    const page = readDocsPage('docs/explanation/performance.md');
    const ratioOf = (server: string) => {
      const row = page.split('\n').find((line) => line.startsWith(`| ${server} `)) ?? '';
      const ratio = Number(row.split('|')[3]);
      return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
    };
    const [prism, mockoon] = ['Prism -v silent', 'Mockoon'].map(ratioOf);
    const [, own, cores] =
      /CPU of a request, valid, x baseline: ([\d.]+);[\s\S]*?\nMeasured [^;]*; (\d+) cores/.exec(page) ?? [];
    expect(cores).toBe('2');
    expect(reported).toContain(
      `On two cores, a valid request needs ${Number(own).toFixed(1)} times the CPU of a server`,
    );
    expect(reported).toContain(`Prism needs ${prism} times, Mockoon ${mockoon} `);
  });

  it('docs/reference/breaking-changes.md', () => {
    const row =
      readDocsPage('docs/reference/breaking-changes.md')
        .split('\n')
        .find((line) => line.startsWith('| **all** ')) ?? '';
    const [, , , breaking, harmless, , missed, worse, missedByOther, worseByOther] = row
      .split('|')
      .map((cell) => cell.trim());
    expect([missed, worse]).toEqual(['0', '0']);
    expect(reported).toContain(
      `misses none of ${breaking} breaking changes and overrates none of ${harmless} harmless ones`,
    );
    expect(reported).toContain(`api-smart-diff misses ${missedByOther} and overrates ${worseByOther} `);
  });
});
