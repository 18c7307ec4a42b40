/** What a person reads of a verification: each interaction in a line, then what failed, each cause once. */
import { visible } from '../../../text.ts';
import { interactionName } from '../../pact/file/interaction.ts';
import type { InteractionResult } from '../../pact/provider/interaction-result.ts';
import type { ProviderResult } from '../../pact/provider/provider.ts';
import { areForgiven, forgivenIn, type Report } from '../../report/report.ts';
import { findingBlocks } from './finding-blocks.ts';
import type { Style } from './terminal.ts';
import { waiverLines } from './waiver-text.ts';

/** A verification, and what it comes to; the first stage of the report is the verification. */
interface Verified {
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

/** More than that are not read one by one. */
const MOST_IN_FULL = 40;

/** Of those that are alike. */
const MOST_ALIKE = 3;

/** In the order of the pacts. One that fails by nothing but what is waived is told as such. */
export function interactionLines(
  results: readonly InteractionResult[],
  style: Style,
  isWaived: (result: InteractionResult) => boolean = () => false,
): readonly string[] {
  const isLong = results.length > MOST_IN_FULL;
  const groups = Map.groupBy(results, (result) => (isLong ? keyOf(result) : result));
  const head = (result: InteractionResult) =>
    headLine(result, isWaived(result) ? 'waived' : wordOf(result), style);
  return [...groups.values()].flatMap((group) => groupLines(group, head, style));
}

/** What failed is never left out. */
function keyOf(result: InteractionResult): unknown {
  const { status, reason, silent } = result;
  return status === 'failed' ? result : JSON.stringify([status, reason, silent]);
}

function groupLines(
  group: readonly InteractionResult[],
  head: (result: InteractionResult) => string,
  style: Style,
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const shown = group.length > MOST_ALIKE + 1 ? group.slice(0, MOST_ALIKE) : group;
  const rest = group.length - shown.length;
  const whose = group.length > 1 ? 'each of these: ' : '';
  const said = [...(first.reason === undefined ? [] : [first.reason]), ...first.silent];
  const notes = [
    ...(rest === 0 ? [] : [`and ${rest} more like these; --json names them`]),
    ...said.map((note) => `${whose}${note}`),
  ];
  return [...shown.map(head), ...notes.map((note) => style.dim(`              ${visible(note)}`))];
}

function wordOf({ status, isPending }: InteractionResult): keyof typeof paints {
  return status === 'failed' && isPending ? 'pending' : status;
}

const paints = {
  passed: 'green',
  failed: 'red',
  pending: 'yellow',
  waived: 'yellow',
  'not judged': 'yellow',
} as const;

function headLine({ interaction }: InteractionResult, word: keyof typeof paints, style: Style): string {
  const shown = (word === 'failed' ? 'FAILED' : word).padEnd(10);
  return `  ${style[paints[word]](shown)}  ${visible(interactionName(interaction))}`;
}
