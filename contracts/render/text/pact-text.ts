/** The comparison and the verification of pacts as text: errors in full and each cause once, the rest in short. */

import { sanitizeLine } from '../../../sanitize.ts';
import { formatPlace } from '../../../spec/model/contract.ts';
import type { Severity } from '../../finding/finding.ts';
import { type CompareFinding, type CompareResult, toFindings } from '../../pact/compare/findings.ts';
import { interactionName } from '../../pact/file/interaction.ts';
import type { InteractionResult } from '../../pact/provider/interaction-result.ts';
import type { ProviderResult } from '../../pact/provider/verify-provider.ts';
import { areAllWaived, type Report, type WaiverLookup, waiverLookup } from '../../report/report.ts';
import { pluralize } from '../../report/text-format.ts';
import { findingBlocks, waiverLines } from './finding-blocks.ts';
import type { TextStyle } from './terminal.ts';

/** A comparison, its waivers, and whether warnings fail it too; `specFile` as the contract names it. */
interface PactComparisonInput {
  readonly result: CompareResult;
  readonly specFile: string;
  readonly strict: boolean;
  readonly findWaiver: WaiverLookup;
}

export function pactComparisonText(
  { result, specFile, strict, findWaiver }: PactComparisonInput,
  style: TextStyle,
): string {
  const { pactFile, consumer, interactions, findings } = result;
  const reported = toFindings(result);
  const active = reported.filter((finding) => findWaiver(finding) === undefined);
  const countOfSeverity = (severity: Severity) => active.filter((one) => one.severity === severity).length;
  const silent = findings.filter(({ severity }) => severity === 'unspecified');
  const ok = countOfSeverity('error') === 0;
  const verdict =
    ok && !(strict && countOfSeverity('warning') > 0)
      ? style.green('compatible')
      : style.red(ok ? 'NOT COMPATIBLE (--strict)' : 'NOT COMPATIBLE');
  const waived = reported.length - active.length;
  const counts = `${pluralize(countOfSeverity('error'), 'error')}, ${pluralize(countOfSeverity('warning'), 'warning')}${waived === 0 ? '' : `, ${waived} waived`}`;
  return [
    sanitizeLine(`${pactFile} (${consumer}): ${pluralize(interactions, 'interaction')} against ${specFile}`),
    '',
    ...findingBlocks(active, style),
    ...silentLines(silent, style),
    `${style.bold(verdict)}: ${counts}, ${silent.length} not specified by the contract`,
    '',
  ].join('\n');
}

const MAX_SILENT = 10;

function silentLines(silent: readonly CompareFinding[], style: TextStyle): readonly string[] {
  if (silent.length === 0) return [];
  const rest = silent.length - MAX_SILENT;
  return [
    ...silent
      .slice(0, MAX_SILENT)
      .map(({ message, pactPlace, specPlace }) =>
        style.dim(sanitizeLine(`unspecified: ${message} (${formatPlace(pactPlace)}, ${formatPlace(specPlace)})`)),
      ),
    ...(rest > 0 ? [style.dim(`unspecified: ${rest} more; use --json to see all`)] : []),
    '',
  ];
}

/** A verification and its report; the first stage of the report is the verification. */
interface ProviderTextInput {
  readonly result: ProviderResult;
  readonly report: Pick<Report, 'stages' | 'verdict'>;
  readonly baseUrl: string;
}

export function providerVerificationText({ result, report, baseUrl }: ProviderTextInput, style: TextStyle): string {
  const { interactions } = result;
  const { verdict, stages } = report;
  const findWaiver = waiverLookup(report);
  const isWaived = ({ findings }: InteractionResult) => areAllWaived(findings, findWaiver);
  const isPass = verdict.exitCode === 0;
  const paint = isPass ? style.green : style.red;
  return `${[
    ...interactionLines(interactions, style, isWaived),
    '',
    ...findingBlocks(stages[0]?.findings ?? [], style),
    ...waiverLines(report, style),
    ...(isPass ? [] : [style.dim('output of the Pact verifier: --json, "verifier"')]),
    `${paint(style.bold(verdictLabels[verdict.exitCode]))}: ${statusCounts(interactions, isWaived)}  ${sanitizeLine(baseUrl)}`,
  ].join('\n')}\n`;
}

/** `3 passed, 0 failed, 1 waived` */
function statusCounts(
  interactions: readonly InteractionResult[],
  isWaived: (result: InteractionResult) => boolean,
): string {
  const groups = Map.groupBy(interactions, (one) => (isWaived(one) ? 'waived' : one.status));
  return (['passed', 'failed', 'waived', 'not checked'] as const)
    .map((label) => [label, groups.get(label)?.length ?? 0] as const)
    .filter(([label, number]) => number > 0 || label === 'passed' || label === 'failed')
    .map(([label, number]) => `${number} ${label}`)
    .join(', ');
}

const verdictLabels = { 0: 'verified', 1: 'NOT VERIFIED', 2: 'NOT COMPLETELY CHECKED' } as const;

/** More results than this are grouped. */
const MAX_IN_FULL = 40;

/** Results shown of one group. */
const MAX_SIMILAR = 3;

/** In the order of the pacts. A result is shown as waived if all of its findings are waived. */
export function interactionLines(
  results: readonly InteractionResult[],
  style: TextStyle,
  isWaived: (result: InteractionResult) => boolean = () => false,
): readonly string[] {
  const isLong = results.length > MAX_IN_FULL;
  const groups = Map.groupBy(results, (result) => (isLong ? groupKey(result) : result));
  const head = (result: InteractionResult) =>
    headLine(result, isWaived(result) ? 'waived' : statusLabel(result), style);
  return [...groups.values()].flatMap((group) => groupLines(group, head, style));
}

/** Failed results are not grouped. */
function groupKey(result: InteractionResult): unknown {
  const { status, reason, notes } = result;
  return status === 'failed' ? result : JSON.stringify([status, reason, notes]);
}

function groupLines(
  group: readonly InteractionResult[],
  head: (result: InteractionResult) => string,
  style: TextStyle,
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const shown = group.length > MAX_SIMILAR + 1 ? group.slice(0, MAX_SIMILAR) : group;
  const rest = group.length - shown.length;
  const groupPrefix = group.length > 1 ? 'each: ' : '';
  const messages = [...(first.reason === undefined ? [] : [first.reason]), ...first.notes];
  const notes = [
    ...(rest === 0 ? [] : [`and ${rest} more like these; use --json to see all`]),
    ...messages.map((note) => `${groupPrefix}${note}`),
  ];
  return [...shown.map(head), ...notes.map((note) => style.dim(`               ${sanitizeLine(note)}`))];
}

function statusLabel({ status, isPending }: InteractionResult): keyof typeof statusColors {
  return status === 'failed' && isPending ? 'pending' : status;
}

const statusColors = {
  passed: 'green',
  failed: 'red',
  pending: 'yellow',
  waived: 'yellow',
  'not checked': 'yellow',
} as const;

function headLine({ interaction }: InteractionResult, label: keyof typeof statusColors, style: TextStyle): string {
  const shown = (label === 'failed' ? 'FAILED' : label).padEnd(11);
  return `  ${style[statusColors[label]](shown)}  ${sanitizeLine(interactionName(interaction))}`;
}
