/** The figures in Markdown, which reads well on a terminal too. */

import type { Figures, Row } from './figures.ts';
import type { FaultyVariant, Variant } from './index.ts';

const head = ['stores', 'how many', 'caught', 'missed', 'false alarms', 'requests', 'seconds'];

export function tableOf(rows: readonly Row[]): string {
  return markdown(head, rows.map(cellsOf));
}

/** The two lines for the README. */
export function summaryOf({ faulty, right }: Figures): string {
  const told = [
    { ...faulty, words: 'faulty' },
    { ...right, words: 'right, each judged twice' },
  ];
  return tableOf(told);
}

export function originsOf(variants: readonly Variant[]): string {
  const seen = variants.filter((variant) => variant.kind === 'faulty').flatMap(originOf);
  return markdown(['store', 'language', 'what was read', 'where'], seen);
}

function originOf({ name, seenIn }: FaultyVariant): readonly (readonly string[])[] {
  return seenIn === undefined ? [] : [[`\`${name}\``, seenIn.language, seenIn.what, linkOf(seenIn.source)]];
}

function linkOf(source: string): string {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source) ?? [];
  return repository === undefined
    ? `<https://${source}>`
    : `[${source}](https://github.com/${repository}/issues/${number})`;
}

function cellsOf({ words, stores, caught, missed, falseAlarms, requests, seconds }: Row): readonly string[] {
  const isRight = caught === 0 && missed.length === 0;
  return [
    words,
    String(stores),
    isRight ? '' : String(caught),
    isRight ? '' : String(missed.length),
    isRight ? String(falseAlarms.length) : '',
    requests.toLocaleString('en-GB'),
    seconds.toFixed(1),
  ];
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.replaceAll('|', '\\|').padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
