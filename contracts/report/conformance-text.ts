/** The result of a conformance run for a person: findings, what was judged, the verdict. */
import { visible } from '../../text.ts';
import type { RunResult } from '../conformance/result.ts';
import type { Verdict } from '../verdict.ts';
import { coverageLines } from './coverage-text.ts';
import { demandLines } from './demand-text.ts';
import { findingBlocks } from './finding-blocks.ts';
import type { Style } from './style.ts';
import { tableLines } from './table.ts';
import { indented } from './words.ts';

/** A run, and what it was of. */
export interface TextInput {
  readonly result: RunResult;
  readonly verdict: Verdict;
  readonly contractName: string;
  readonly baseUrl: string;
}

/** All of it, the verdict last. */
export function conformanceText({ result, verdict, contractName, baseUrl }: TextInput, style: Style): string {
  const blocks = findingBlocks(result.findings, style);
  const unjudged = result.unjudged.map(
    ({ operation, reason, ran }) =>
      `${style.yellow('not judged')}: ${visible(operation)}: ${visible(reason)}${ran === 'none' ? '' : ` (in part)`}`,
  );
  const gaps = result.gaps.flatMap((gap) => indented(gap));
  const coverage = coverageLines(result.coverage, style);
  return [
    ...blocks,
    ...tableLines(result.rows),
    '',
    ...(coverage.length === 0 ? [] : [...coverage, '']),
    ...unjudged,
    ...result.removed.map(
      (what) => `${style.yellow('removed')}: ${visible(what)}; put it back before another run or a replay`,
    ),
    ...(gaps.length === 0 ? [] : [style.dim('the contract is silent:'), ...gaps]),
    ...paceLines(result, style),
    ...demandLines(result.coverage, style),
    verdictLine({ result, verdict, contractName, baseUrl }, style),
  ].join('\n');
}

/** How fast it went, and what gives the same draws again. */
function paceLines({ seed, requests, ms }: TextInput['result'], style: Style): readonly string[] {
  const rate = Math.round((requests / Math.max(ms, 1)) * 1000);
  return [
    `${style.dim('rate')} ${rate} requests/s  ${style.dim('seed')} ${seed} (again with --seed ${seed})`,
  ];
}

function verdictLine({ result, verdict, contractName, baseUrl }: TextInput, style: Style): string {
  const counts = `${result.cases} cases, ${result.requests} requests, ${(result.ms / 1000).toFixed(1)} s`;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  return `${paint(style.bold(verdict.sentence))}  ${baseUrl} against ${contractName} (${counts})`;
}
