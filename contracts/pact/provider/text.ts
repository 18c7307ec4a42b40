/** What a person reads of a verification: each interaction in a line, then what failed, each cause once. */
import { visible } from '../../../text.ts';
import { findingBlocks } from '../../report/finding-blocks.ts';
import type { Style } from '../../report/style.ts';
import { foldWithin } from '../../same-cause.ts';
import { interactionName } from '../file/interaction.ts';
import type { InteractionResult } from './interaction-result.ts';
import type { ProviderResult } from './provider.ts';

export function providerText(result: ProviderResult, baseUrl: string, style: Style): string {
  const { interactions, ok } = result;
  const findings = foldWithin(interactions.flatMap((one) => one.findings));
  const counts = (['passed', 'failed', 'not judged'] as const).map(
    (status) => [status, interactions.filter((one) => one.status === status).length] as const,
  );
  const told = counts.filter(([status, number]) => number > 0 || status !== 'not judged');
  const paint = ok ? style.green : style.red;
  return `${[
    ...interactions.flatMap((one) => interactionLines(one, style)),
    '',
    ...findingBlocks(findings, style),
    ...(ok ? [] : [style.dim("the verifier's own words: --json, under verifier")]),
    `${paint(style.bold(ok ? 'verified' : 'NOT VERIFIED'))}: ${told.map(([status, number]) => `${number} ${status}`).join(', ')}  ${visible(baseUrl)}`,
  ].join('\n')}\n`;
}

function interactionLines(
  { interaction, status, isPending, reason, silent }: InteractionResult,
  style: Style,
): readonly string[] {
  const word = status === 'failed' && isPending ? 'pending' : status;
  const paint = { passed: style.green, failed: style.red, pending: style.yellow, 'not judged': style.yellow }[
    word
  ];
  return [
    `  ${paint((word === 'failed' ? 'FAILED' : word).padEnd(10))}  ${visible(interactionName(interaction))}`,
    ...[...(reason === undefined ? [] : [reason]), ...silent].map((note) =>
      style.dim(`              ${visible(note)}`),
    ),
  ];
}
