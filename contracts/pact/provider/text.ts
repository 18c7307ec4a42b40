/** What a person reads of a verification: each interaction in a line, then what failed, each cause once. */
import { visible } from '../../../text.ts';
import { findingBlocks } from '../../report/finding-blocks.ts';
import type { Style } from '../../report/style.ts';
import { foldWithin } from '../../same-cause.ts';
import type { Verdict } from '../../verdict.ts';
import { interactionLines } from './interaction-lines.ts';
import type { ProviderResult } from './provider.ts';

/** A verification, and what it comes to. */
export interface Verified {
  readonly result: ProviderResult;
  readonly verdict: Verdict;
  readonly baseUrl: string;
}

export function providerText({ result, verdict, baseUrl }: Verified, style: Style): string {
  const { interactions } = result;
  const findings = foldWithin(interactions.flatMap((one) => one.findings));
  const counts = (['passed', 'failed', 'not judged'] as const).map(
    (status) => [status, interactions.filter((one) => one.status === status).length] as const,
  );
  const told = counts.filter(([status, number]) => number > 0 || status !== 'not judged');
  const isPass = verdict.exitCode === 0;
  const paint = isPass ? style.green : style.red;
  return `${[
    ...interactionLines(interactions, style),
    '',
    ...findingBlocks(findings, style),
    ...(isPass ? [] : [style.dim("the verifier's own words: --json, under verifier")]),
    `${paint(style.bold(words[verdict.exitCode]))}: ${told.map(([status, number]) => `${number} ${status}`).join(', ')}  ${visible(baseUrl)}`,
  ].join('\n')}\n`;
}

const words = { 0: 'verified', 1: 'NOT VERIFIED', 2: 'NOT JUDGED IN FULL' } as const;
