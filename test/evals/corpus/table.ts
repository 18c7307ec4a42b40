/** The outcomes in Markdown, which reads well on a terminal too. */
import type { Outcome } from './law.ts';

const head = [
  'document',
  'OpenAPI',
  'KiB',
  'operations',
  'cases',
  'requests',
  'faults',
  'advice',
  'not judged',
  'seconds',
];

export function isBroken({ faults, failure }: Outcome): boolean {
  return faults.length > 0 || failure !== undefined;
}

export function tableOf(outcomes: readonly Outcome[]): string {
  return markdown(head, outcomes.map(cellsOf));
}

function cellsOf(outcome: Outcome): readonly string[] {
  const { name, version, bytes, operations, chosen, cases, requests, faults, advice, unjudged, ms } = outcome;
  return [
    name,
    version,
    (bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0),
    chosen === operations ? String(operations) : `${chosen} of ${operations}`,
    count(cases),
    count(requests),
    String(faults.length),
    String(advice.length),
    String(new Set(unjudged.map(({ operation }) => operation)).size),
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
