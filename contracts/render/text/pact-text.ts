/** What a person reads of a comparison and of a verification of pacts: faults in full and each cause once, the rest in short. */
import { formatPlace } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import type { Severity } from '../../finding/finding.ts';
import { type CompareFinding, type CompareResult, compareFindings } from '../../pact/compare/findings.ts';
import { interactionName } from '../../pact/file/interaction.ts';
import type { InteractionResult } from '../../pact/provider/interaction-result.ts';
import type { ProviderResult } from '../../pact/provider/provider.ts';
import { areForgiven, type Forgiven, forgivenIn, type Report } from '../../report/report.ts';
import { count } from '../../report/words.ts';
import { findingBlocks, waiverLines } from './finding-blocks.ts';
import type { Style } from './terminal.ts';

/** A comparison, what of it is waived, and whether advice fails it too; `specFile` as the contract names it. */
interface ComparedPact {
  readonly result: CompareResult;
  readonly specFile: string;
  readonly strict: boolean;
  readonly forgiven: Forgiven;
}

export function compareText({ result, specFile, strict, forgiven }: ComparedPact, style: Style): string {
  const { pactFile, consumer, interactions, findings } = result;
  const told = compareFindings(result);
  const counted = told.filter((finding) => forgiven(finding) === undefined);
  const of = (severity: Severity) => counted.filter((one) => one.severity === severity).length;
  const silent = findings.filter(({ severity }) => severity === 'silent');
  const ok = of('fault') === 0;
  const verdict =
    ok && !(strict && of('advice') > 0)
      ? style.green('compatible')
      : style.red(ok ? 'NOT COMPATIBLE (--strict)' : 'NOT COMPATIBLE');
  const waived = told.length - counted.length;
  const counts = `${count(of('fault'), 'error')}, ${of('advice')} advice${waived === 0 ? '' : `, ${waived} waived`}`;
  return [
    visible(`${pactFile} (${consumer}): ${count(interactions, 'interaction')} against ${specFile}`),
    '',
    ...findingBlocks(counted, style),
    ...silentLines(silent, style),
    `${style.bold(verdict)}: ${counts}, ${silent.length} where the contract is silent`,
    '',
  ].join('\n');
}

const MOST_SILENT = 10;

function silentLines(silent: readonly CompareFinding[], style: Style): readonly string[] {
  if (silent.length === 0) return [];
  const rest = silent.length - MOST_SILENT;
  return [
    ...silent
      .slice(0, MOST_SILENT)
      .map(({ message, pactPlace, specPlace }) =>
        style.dim(visible(`silent: ${message} (${formatPlace(pactPlace)}, ${formatPlace(specPlace)})`)),
      ),
    ...(rest > 0 ? [style.dim(`silent: ${rest} more; --json tells them`)] : []),
    '',
  ];
}

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
