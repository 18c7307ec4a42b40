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
  const name = ({ operation, family }: { operation: string; family: string }) => `${operation}  ${family}`;
  const width = Math.max(20, ...rows.map((row) => name(row).length));
  return [
    `${'operation  family'.padEnd(width)}  cases  faults  advice`,
    ...rows.map(
      (row) =>
        `${name(row).padEnd(width)}  ${String(row.cases).padStart(5)}  ${String(row.faults).padStart(6)}  ${String(row.advice).padStart(6)}`,
    ),
  ];
}

function verdictLine({ result, verdict, contractName, baseUrl }: TextInput, style: Style): string {
  const counts = `${result.cases} cases, ${result.requests} requests, ${(result.ms / 1000).toFixed(1)} s`;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  return `${paint(style.bold(verdict.sentence))}  ${baseUrl} against ${contractName} (${counts})`;
}
