/** What a person reads of a verification: each interaction in a line, then what failed, each cause once. */
import { visible } from '../../../text.ts';
import type { InteractionResult } from '../../pact/provider/interaction-result.ts';
import type { ProviderResult } from '../../pact/provider/provider.ts';
import type { Report } from '../../report/report.ts';
import { areForgiven, forgivenIn } from '../../report/waived.ts';
import { findingBlocks } from './finding-blocks.ts';
import { interactionLines } from './interaction-lines.ts';
import type { Style } from './style.ts';
import { waiverLines } from './waiver-text.ts';

/** A verification, and what it comes to; the first stage of the report is the verification. */
export interface Verified {
  readonly result: ProviderResult;
  readonly report: Pick<Report, 'stages' | 'verdict'>;
  readonly baseUrl: string;
}

export function providerText({ result, report, baseUrl }: Verified, style: Style): string {
  const { interactions } = result;
  const { verdict, stages } = report;
  const forgiven = forgivenIn(report);
  const isWaived = ({ findings }: InteractionResult) => areForgiven(findings, forgiven);
  const isPass = verdict.exitCode === 0;
  const paint = isPass ? style.green : style.red;
  return `${[
    ...interactionLines(interactions, style, isWaived),
    '',
    ...findingBlocks(stages[0]?.findings ?? [], style),
    ...waiverLines(report, style),
    ...(isPass ? [] : [style.dim("the verifier's own words: --json, under verifier")]),
    `${paint(style.bold(words[verdict.exitCode]))}: ${countsOf(interactions, isWaived)}  ${visible(baseUrl)}`,
  ].join('\n')}\n`;
}

/** `3 passed, 0 failed, 1 waived` */
function countsOf(
  interactions: readonly InteractionResult[],
  isWaived: (result: InteractionResult) => boolean,
): string {
  const groups = Map.groupBy(interactions, (one) => (isWaived(one) ? 'waived' : one.status));
  return (['passed', 'failed', 'waived', 'not judged'] as const)
    .map((word) => [word, groups.get(word)?.length ?? 0] as const)
    .filter(([word, number]) => number > 0 || word === 'passed' || word === 'failed')
    .map(([word, number]) => `${number} ${word}`)
    .join(', ');
}

const words = { 0: 'verified', 1: 'NOT VERIFIED', 2: 'NOT JUDGED IN FULL' } as const;
