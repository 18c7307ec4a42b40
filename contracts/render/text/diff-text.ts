/** The comparison of two contracts as text: breaking changes first and in full, harmless ones in short. */

import { sanitizeLine } from '../../../sanitize.ts';
import type { Change } from '../../../spec/diff/rules/change.ts';
import { type Contract, formatPlace } from '../../../spec/model/contract.ts';
import {
  type ChangeGroup,
  type ComparedContracts,
  changeCountText,
  groupChanges,
} from '../../baseline/change-findings.ts';
import { type Finding, findingId } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import { findingBlocks, waivedLines } from './finding-blocks.ts';
import { snippetLines } from './finding-text.ts';
import { fitToWidth, indentLines, labelLines, MAX_LINE_WIDTH, type TextStyle } from './terminal.ts';

/** The changes between two contracts, and the report on them. */
export interface DiffResult extends ComparedContracts {
  readonly changes: readonly Change[];
  /** Its first stage is the comparison. */
  readonly report: Report;
  /** Set if the command fails for harmless changes alone. */
  readonly failsForAny?: boolean;
}

/** Findings of one rule. */
const MAX_IN_FULL = 6;
const MAX_IN_SHORT = 24;
const MAX_HARMLESS = 4;

export function diffText(result: DiffResult, style: TextStyle): string {
  const { report } = result;
  const [stage, ...others] = report.stages;
  const findings = (stage?.findings ?? []).filter(({ waived }) => waived === undefined);
  const harmless = groupChanges(result.changes.filter(({ rule }) => rule.impact === 'harmless'));
  return [
    ...(['error', 'warning'] as const).flatMap((severity) =>
      findingGroups(
        findings.filter((finding) => finding.severity === severity),
        style,
      ),
    ),
    ...harmlessLines(harmless, style),
    ...others.flatMap((other) => findingBlocks(other.findings, style)),
    ...waivedLines(report, style),
    ...(stage?.notes ?? []).map((note) => style.dim(`note: ${sanitizeLine(note)}`)),
    summaryLine(result, style),
    '',
  ].join('\n');
}

/** Grouped by rule. */
function findingGroups(findings: readonly Finding[], style: TextStyle): readonly string[] {
  return [...Map.groupBy(findings, ({ check }) => check).values()].flatMap((group) => [
    ...group.slice(0, MAX_IN_FULL).map((finding) => findingBlock(finding, style)),
    ...shortLines(group.slice(MAX_IN_FULL), style),
  ]);
}

function findingBlock(finding: Finding, style: TextStyle): string {
  const { subject, title, expected, received, requirement, why } = finding;
  return [
    `${severityLabel(finding, style)}: ${style.bold(sanitizeLine(title))}  (${sanitizeLine(subject)})`,
    ...snippetLines(finding, style),
    ...labelLines('before', expected),
    ...labelLines('after', received),
    ...(requirement === undefined ? [] : labelLines('', requirement)),
    ...labelLines('why', why),
    ...labelLines('id', findingId(finding)),
    ...similarLines(finding, style),
    '',
  ].join('\n');
}

function severityLabel({ severity, check }: Finding, style: TextStyle): string {
  const name = sanitizeLine(check);
  return severity === 'error' ? style.red(`breaking[${name}]`) : style.yellow(`risky[${name}]`);
}

const MAX_NAMES = 5;

function similarLines({ similarCount, similar = [] }: Finding, style: TextStyle): readonly string[] {
  if (similarCount === 0) return [];
  const rest = similar.length > MAX_NAMES ? `, and ${similar.length - MAX_NAMES} more` : '';
  const names = `${similar.slice(0, MAX_NAMES).join(', ')}${rest}`;
  return indentLines(`+${similarCount} more with the same cause: ${names}`).map((line) => style.dim(line));
}

function shortLines(findings: readonly Finding[], style: TextStyle): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const omitted = findings.length - MAX_IN_SHORT;
  return [
    `${severityLabel(first, style)}: ${findings.length} more`,
    ...findings.slice(0, MAX_IN_SHORT).map(shortLine),
    ...(omitted > 0 ? [style.dim(`  and ${omitted} more; use --json to see all`)] : []),
    '',
  ];
}

function shortLine({ subject, expected, received, place }: Finding): string {
  return fitToWidth(sanitizeLine(`  ${subject}: ${expected} -> ${received} (${formatPlace(place)})`), MAX_LINE_WIDTH);
}

/** A few changes for each rule. */
function harmlessLines(changeGroups: readonly ChangeGroup[], style: TextStyle): readonly string[] {
  if (changeGroups.length === 0) return [];
  const groups = Map.groupBy(changeGroups, ({ change }) => change.rule.id);
  return ['harmless:', ...[...groups].flatMap(([id, group]) => harmlessGroup(id, group, style)), ''];
}

function harmlessGroup(id: string, group: readonly ChangeGroup[], style: TextStyle): readonly string[] {
  const omitted = group.length - MAX_HARMLESS;
  return [
    ...group.slice(0, MAX_HARMLESS).map(harmlessLine),
    ...(omitted > 0 ? [style.dim(`  ${id}  and ${omitted} more; use --json to see all`)] : []),
  ];
}

function harmlessLine({ change, others }: ChangeGroup): string {
  const { rule, operation, at, was, is, before, after } = change;
  const part = at === '' ? operation : `${operation}, ${at}`;
  const place = after ?? before;
  const placeText = place === undefined ? '' : ` (${formatPlace(place)})`;
  const more = others.length === 0 ? '' : ` (+${others.length})`;
  return fitToWidth(sanitizeLine(`  ${rule.id}  ${part}: ${was} -> ${is}${placeText}${more}`), MAX_LINE_WIDTH);
}

function summaryLine({ changes, before, after, report, failsForAny }: DiffResult, style: TextStyle): string {
  const names = sanitizeLine(`${contractLabel(before)} -> ${contractLabel(after)}`);
  if (changes.length === 0) return `${style.green(style.bold('no change'))}: ${names}`;
  const title = failsForAny ? style.red('CHANGED (--fail-on info)') : verdictTitle(report, style);
  return `${style.bold(title)}: ${changeCountText(changes)}${waivedText(report)}; ${names}`;
}

function waivedText({ stages }: Report): string {
  const waived = stages.flatMap(({ findings }) => findings).filter((finding) => finding.waived !== undefined);
  return waived.length === 0 ? '' : `, ${waived.length} waived`;
}

function verdictTitle({ verdict, stages, strict, failOn }: Report, style: TextStyle): string {
  if (verdict.exitCode === 0) return style.green('not breaking');
  if (verdict.exitCode === 2) return style.red('NOT COMPLETELY COMPARED');
  const counted = stages.flatMap(({ findings }) => findings).filter(({ waived }) => waived === undefined);
  const isOnlyRisky = counted.every(({ severity }) => severity === 'warning');
  if (isOnlyRisky && strict) return style.red('BREAKING (--strict)');
  return style.red(isOnlyRisky && failOn === 'warning' ? 'BREAKING (--fail-on)' : 'BREAKING');
}

function contractLabel({ file, version }: Contract): string {
  return version === '' ? file : `${file} (${version})`;
}
