/** What a person reads of a comparison of two contracts: what breaks first and in full, what is harmless in short. */
import type { Change } from '../../../spec/diff/rules/change.ts';
import { type Contract, formatPlace } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import {
  type ComparedContracts,
  countWords,
  type FoldedChange,
  foldChanges,
} from '../../baseline/findings.ts';
import { type Finding, findingId } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import { findingBlocks, waivedLines } from './finding-blocks.ts';
import { quoteLines } from './finding-text.ts';
import { fitted, indented, labelled, type Style, WIDTH } from './terminal.ts';

/** What is told, of which contracts, and how it ends. */
export interface DiffResult extends ComparedContracts {
  readonly changes: readonly Change[];
  /** Its first stage is the comparison. */
  readonly report: Report;
}

/** Of one rule. */
const MOST_IN_FULL = 6;
const MOST_IN_SHORT = 24;
const MOST_HARMLESS = 4;

export function diffText(result: DiffResult, style: Style): string {
  const { report } = result;
  const [stage, ...others] = report.stages;
  const findings = (stage?.findings ?? []).filter(({ waived }) => waived === undefined);
  const harmless = foldChanges(result.changes.filter(({ rule }) => rule.impact === 'harmless'));
  return [
    ...(['fault', 'advice'] as const).flatMap((severity) =>
      blocks(
        findings.filter((finding) => finding.severity === severity),
        style,
      ),
    ),
    ...harmlessLines(harmless, style),
    ...others.flatMap((other) => findingBlocks(other.findings, style)),
    ...waivedLines(report, style),
    ...(stage?.notes ?? []).map((note) => style.dim(`note: ${visible(note)}`)),
    summary(result, style),
    '',
  ].join('\n');
}

/** Those of one rule together. */
function blocks(findings: readonly Finding[], style: Style): readonly string[] {
  return [...Map.groupBy(findings, ({ check }) => check).values()].flatMap((group) => [
    ...group.slice(0, MOST_IN_FULL).map((finding) => block(finding, style)),
    ...shortLines(group.slice(MOST_IN_FULL), style),
  ]);
}

function block(finding: Finding, style: Style): string {
  const { subject, title, expected, received, rule, why } = finding;
  return [
    `${word(finding, style)}: ${style.bold(visible(title))}  (${visible(subject)})`,
    ...quoteLines(finding, style),
    ...labelled('was', expected),
    ...labelled('is', received),
    ...(rule === undefined ? [] : labelled('', rule)),
    ...labelled('why', why),
    ...labelled('id', findingId(finding)),
    ...moreLines(finding, style),
    '',
  ].join('\n');
}

function word({ severity, check }: Finding, style: Style): string {
  const name = visible(check);
  return severity === 'fault' ? style.red(`breaking[${name}]`) : style.yellow(`risky[${name}]`);
}

const SHOWN_NAMES = 5;

function moreLines({ more, others = [] }: Finding, style: Style): readonly string[] {
  if (more === 0) return [];
  const rest = others.length > SHOWN_NAMES ? `, and ${others.length - SHOWN_NAMES} more` : '';
  const names = `${others.slice(0, SHOWN_NAMES).join(', ')}${rest}`;
  return indented(`+${more} more of the same cause: ${names}`).map((line) => style.dim(line));
}

function shortLines(findings: readonly Finding[], style: Style): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const left = findings.length - MOST_IN_SHORT;
  return [
    `${word(first, style)}: ${findings.length} more`,
    ...findings.slice(0, MOST_IN_SHORT).map(shortLine),
    ...(left > 0 ? [style.dim(`  and ${left} more; --json tells them`)] : []),
    '',
  ];
}

function shortLine({ subject, expected, received, place }: Finding): string {
  return fitted(visible(`  ${subject}: ${expected} -> ${received} (${formatPlace(place)})`), WIDTH);
}

/** Of each rule a few. */
function harmlessLines(folded: readonly FoldedChange[], style: Style): readonly string[] {
  if (folded.length === 0) return [];
  const groups = Map.groupBy(folded, ({ change }) => change.rule.id);
  return ['harmless:', ...[...groups].flatMap(([id, group]) => harmlessGroup(id, group, style)), ''];
}

function harmlessGroup(id: string, group: readonly FoldedChange[], style: Style): readonly string[] {
  const left = group.length - MOST_HARMLESS;
  return [
    ...group.slice(0, MOST_HARMLESS).map(harmlessLine),
    ...(left > 0 ? [style.dim(`  ${id}  and ${left} more; --json tells them`)] : []),
  ];
}

function harmlessLine({ change, others }: FoldedChange): string {
  const { rule, operation, at, was, is, before, after } = change;
  const part = at === '' ? operation : `${operation}, ${at}`;
  const place = after ?? before;
  const where = place === undefined ? '' : ` (${formatPlace(place)})`;
  const more = others.length === 0 ? '' : ` (+${others.length})`;
  return fitted(visible(`  ${rule.id}  ${part}: ${was} -> ${is}${where}${more}`), WIDTH);
}

function summary({ changes, before, after, report }: DiffResult, style: Style): string {
  const names = visible(`${nameOf(before)} -> ${nameOf(after)}`);
  if (changes.length === 0) return `${style.green(style.bold('no change'))}: ${names}`;
  return `${style.bold(headOf(report, style))}: ${countWords(changes)}${waivedWords(report)}; ${names}`;
}

function waivedWords({ stages }: Report): string {
  const waived = stages.flatMap(({ findings }) => findings).filter((finding) => finding.waived !== undefined);
  return waived.length === 0 ? '' : `, ${waived.length} waived`;
}

function headOf({ verdict, stages, strict }: Report, style: Style): string {
  if (verdict.exitCode === 0) return style.green('not breaking');
  if (verdict.exitCode === 2) return style.red('NOT COMPARED IN FULL');
  const counted = stages.flatMap(({ findings }) => findings).filter(({ waived }) => waived === undefined);
  const isStrict = strict && counted.every(({ severity }) => severity === 'advice');
  return style.red(isStrict ? 'BREAKING (--strict)' : 'BREAKING');
}

function nameOf({ file, version }: Contract): string {
  return version === '' ? file : `${file} (${version})`;
}
