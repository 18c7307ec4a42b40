/** The figures in Markdown, which reads well on a terminal too. */
import { type Figures, type Row, sumOf } from './figures.ts';
import type { Exhibit } from './zoo.ts';

const head = ['stores', 'how many', 'caught', 'missed', 'false alarms', 'requests', 'seconds'];

export function tableOf(rows: readonly Row[]): string {
  return markdown(head, rows.map(cellsOf));
}

export interface Measured extends Figures {
  /** Of the zoo. */
  readonly words: string;
}

/** A line for each zoo, and one for all, for the README. */
export function summaryOf(zoos: readonly Measured[]): string {
  const together = {
    words: 'together',
    faulty: sumOf(
      '',
      zoos.map(({ faulty }) => faulty),
    ),
    right: sumOf(
      '',
      zoos.map(({ right }) => right),
    ),
  };
  const columns = ['store', 'faulty', 'caught', 'missed', 'right, each judged twice', 'false alarms'];
  return markdown([...columns, 'requests', 'seconds'], [...zoos, together].map(summaryCells));
}

function summaryCells({ words, faulty, right }: Pick<Measured, 'words' | 'faulty' | 'right'>) {
  const both = sumOf('', [faulty, right]);
  return [
    words,
    String(faulty.stores),
    String(faulty.caught),
    String(faulty.missed.length),
    String(right.stores),
    String(right.falseAlarms.length),
    both.requests.toLocaleString('en-GB'),
    both.seconds.toFixed(1),
  ];
}

export function originsOf(exhibits: readonly Exhibit[]): string {
  const seen = exhibits.flatMap(originOf);
  return markdown(['store', 'language', 'what was read', 'where'], seen);
}

function originOf(exhibit: Exhibit): readonly (readonly string[])[] {
  if (exhibit.kind !== 'faulty' || exhibit.seenIn === undefined) return [];
  const { name, seenIn } = exhibit;
  return [[`\`${name}\``, seenIn.language, seenIn.what, linkOf(seenIn.source)]];
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
