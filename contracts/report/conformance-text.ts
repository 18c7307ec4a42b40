/** The result of a conformance run for a person: findings, what was judged, the verdict. */
import type { RunResult } from '../conformance/result.ts';
import type { Verdict } from '../verdict.ts';
import { findingText } from './finding-text.ts';
import type { Style } from './style.ts';

export interface TextInput {
  readonly result: RunResult;
  readonly verdict: Verdict;
  readonly contractName: string;
  readonly baseUrl: string;
}

export function conformanceText({ result, verdict, contractName, baseUrl }: TextInput, style: Style): string {
  const blocks = result.findings.map((finding) => `${findingText(finding, style)}\n`);
  const unjudged = result.unjudged.map(
    ({ operation, reason, ran }) =>
      `${style.yellow('not judged')}: ${operation}: ${reason}${ran === 'none' ? '' : ` (in part)`}`,
  );
  const gaps = result.gaps.map((gap) => `${style.dim('the contract is silent:')} ${gap}`);
  return [
    ...blocks,
    ...table(result),
    '',
    ...unjudged,
    ...gaps,
    verdictLine({ result, verdict, contractName, baseUrl }, style),
  ].join('\n');
}

function table({ rows }: RunResult): readonly string[] {
  const columns = (row: {
    operation: string;
    family: string;
    cases: number;
    faults: number;
    advice: number;
  }) => [row.operation, row.family, String(row.cases), String(row.faults), String(row.advice)];
  const lines = [['operation', 'family', 'cases', 'failed', 'advice'], ...rows.map(columns)];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((text, column) =>
        column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function verdictLine({ result, verdict, contractName, baseUrl }: TextInput, style: Style): string {
  const counts = `${result.cases} cases, ${result.requests} requests, ${(result.ms / 1000).toFixed(1)} s`;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  return `${paint(style.bold(verdict.sentence))}  ${baseUrl} against ${contractName} (${counts})`;
}
