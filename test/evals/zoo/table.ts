/** The figures in Markdown, which reads well on a terminal too. */
import { sumRows, type ZooResults, type ZooRow } from './figures.ts';
import type { VariantInfo } from './zoo.ts';

const head = ['variants', 'count', 'detected', 'missed', 'false positives', 'requests', 'seconds'];

export function zooTable(rows: readonly ZooRow[]): string {
  return markdown(head, rows.map(cellsOf));
}

export interface MeasuredZoo extends ZooResults {
  /** Of the zoo. */
  readonly title: string;
}

/** A row for each zoo and one for the total, for the README. */
export function zooSummary(zoos: readonly MeasuredZoo[]): string {
  const total = {
    title: 'total',
    faulty: sumRows(
      '',
      zoos.map(({ faulty }) => faulty),
    ),
    right: sumRows(
      '',
      zoos.map(({ right }) => right),
    ),
  };
  const columns = ['implementation', 'faulty', 'detected', 'missed', 'correct', 'false positives'];
  return markdown([...columns, 'requests', 'seconds'], [...zoos, total].map(summaryCells));
}

function summaryCells({ title: rowTitle, faulty, right }: Pick<MeasuredZoo, 'title' | 'faulty' | 'right'>) {
  const faultyAndRight = sumRows('', [faulty, right]);
  return [
    rowTitle,
    String(faulty.stores),
    String(faulty.caught),
    String(faulty.missed.length),
    String(right.stores),
    String(right.falseAlarms.length),
    faultyAndRight.requests.toLocaleString('en-GB'),
    faultyAndRight.seconds.toFixed(1),
  ];
}

export function defectSources(variants: readonly VariantInfo[]): string {
  const seen = variants.flatMap(sourceRow);
  return markdown(['variant', 'language', 'behaviour', 'source'], seen);
}

function sourceRow(variant: VariantInfo): readonly (readonly string[])[] {
  if (variant.kind !== 'faulty' || variant.seenIn === undefined) return [];
  const { name, seenIn } = variant;
  return [[`\`${name}\``, seenIn.language, seenIn.description, linkOf(seenIn.source)]];
}

function linkOf(source: string): string {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source) ?? [];
  return repository === undefined
    ? `<https://${source}>`
    : `[${source}](https://github.com/${repository}/issues/${number})`;
}

function cellsOf({
  title: rowTitle,
  stores,
  caught,
  missed,
  falseAlarms,
  requests,
  seconds,
}: ZooRow): readonly string[] {
  const isRight = caught === 0 && missed.length === 0;
  return [
    rowTitle,
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
