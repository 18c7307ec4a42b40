/** The outcomes as a Markdown table, which is readable on a terminal too. */
import type { CorpusOutcome } from './self-consistency.ts';

const head = [
  'document',
  'OpenAPI',
  'KiB',
  'operations',
  'cases',
  'requests',
  'errors',
  'warnings',
  'not checked',
  'seconds',
];

export function isBroken({ errors, failure }: CorpusOutcome): boolean {
  return errors.length > 0 || failure !== undefined;
}

export function corpusTable(outcomes: readonly CorpusOutcome[]): string {
  return markdown(head, outcomes.map(cellsOf));
}

function cellsOf(outcome: CorpusOutcome): readonly string[] {
  const { name, version, bytes, operations, selectedOperations, cases, requests, errors, warnings, unchecked, ms } =
    outcome;
  return [
    name,
    version,
    (bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0),
    selectedOperations === operations ? String(operations) : `${selectedOperations} of ${operations}`,
    count(cases),
    count(requests),
    String(errors.length),
    String(warnings.length),
    String(new Set(unchecked.map(({ operation }) => operation)).size),
    (ms / 1000).toFixed(1),
  ];
}

export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.replaceAll('|', '\\|').padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
