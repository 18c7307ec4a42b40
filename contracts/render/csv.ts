/** The findings as CSV (RFC 4180), for a spreadsheet: one line each, errors first. */
import { sanitizeLine } from '../../sanitize.ts';
import { formatPlace } from '../../spec/model/contract.ts';
import { errorsFirst, isDuplicate } from '../finding/finding.ts';
import type { Report } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';

const heads = [
  ...['severity', 'check', 'operation', 'title', 'case', 'expected', 'received', 'contract', 'cases', 'id'],
  ...['waived until', 'reason'],
];

export function findingsCsv({ stages }: Report): string {
  const findings = stages.flatMap((stage) => stage.findings).filter((finding) => !isDuplicate(finding));
  const rows = [heads, ...errorsFirst(findings).map(cellsOf)];
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellsOf(finding: ReportedFinding): readonly string[] {
  const { severity, check, subject, title, evidence, expected, received, place, similarCount, id, waived } = finding;
  return [
    ...[severity, check, subject, title, evidence?.mutation ?? '', expected, received],
    ...[formatPlace(place), String(similarCount + 1), id, waived?.expires ?? '', waived?.reason ?? ''],
  ];
}

/** A spreadsheet evaluates text that begins with one of these characters. */
const formulaStart = /^[=+\-@\t\r]/;

function cellText(text: string): string {
  const line = sanitizeLine(text.replaceAll(/\s+/g, ' '));
  const plain = formulaStart.test(line) ? `'${line}` : line;
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
