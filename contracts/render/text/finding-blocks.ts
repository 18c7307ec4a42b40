/** Findings as text: each in full up to a limit for each check, the rest in short. */
import { sanitizeLine } from '../../../sanitize.ts';
import { type Finding, isDuplicate } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ReportedFinding } from '../../report/stage-report.ts';
import { WAIVERS_STAGE } from '../../waivers/apply-waivers.ts';
import { findingText } from './finding-text.ts';
import { columnCount, fitToWidth, indentLines, MAX_LINE_WIDTH, padToWidth, type TextStyle } from './terminal.ts';

/** Findings of one check and severity. */
const MAX_IN_FULL = 6;

/** Short lines of one test category. */
const MAX_IN_SHORT = 3;

/** Short lines of all test categories. */
const MAX_LINES = 24;

/** An implementation that ended during the run comes before all findings: they may be its consequences. */
export function endLines({ stages }: Report, style: TextStyle): readonly string[] {
  const ends = stages.flatMap(({ run }) => (run?.ended === undefined ? [] : [run.ended]));
  return ends.flatMap((end) => [
    `${style.red(style.bold('stopped'))}: ${sanitizeLine(end)}`,
    'Find out why it ended (its log, its exit code), fix that first, and run again.\n',
  ]);
}

/** The blocks of all findings, grouped by check; duplicates are left out. */
export function findingBlocks(
  findings: readonly (Finding & Pick<ReportedFinding, 'waived'>)[],
  style: TextStyle,
): readonly string[] {
  const reported = findings.filter((finding) => !isDuplicate(finding) && finding.waived === undefined);
  const groups = Map.groupBy(reported, ({ check, severity }) => `${severity} ${check}`);
  return [...groups.values()].flatMap((group) => {
    const selected = selectInFull(group);
    const rest = group.filter((finding) => !selected.has(finding));
    return [...[...selected].map((finding) => `${findingText(finding, style)}\n`), ...shortLines(rest, style)];
  });
}

/**
 * The first finding of each test category, then others up to the limit, so that the most different causes come first.
 */
function selectInFull(group: readonly Finding[]): ReadonlySet<Finding> {
  const firstPerCategory = [...Map.groupBy(group, groupKey).values()].flatMap((findings) => findings.slice(0, 1));
  const selected = new Set([...new Set([...firstPerCategory, ...group])].slice(0, MAX_IN_FULL));
  return new Set(group.filter((finding) => selected.has(finding)));
}

function groupKey({ subject, evidence, isRemainder }: Finding): string {
  return isRemainder === true ? `${subject} rest` : `${subject} ${evidence?.category ?? ''}`;
}

function shortLines(rest: readonly Finding[], style: TextStyle): readonly string[] {
  const [first] = rest;
  if (first === undefined) return [];
  const label = first.severity === 'error' ? style.red('error') : style.yellow('warning');
  const haveSameReceived = rest.every(({ received }) => received === first.received);
  const received = haveSameReceived ? `, each with ${sanitizeLine(first.received)}` : '';
  const categories = [...Map.groupBy(rest, groupKey).values()];
  const reported = categories.flatMap((findings) => findings.slice(0, MAX_IN_SHORT)).slice(0, MAX_LINES);
  return [
    `${label}[${sanitizeLine(first.check)}]: ${fitToWidth(`${rest.length} more with other causes${received}`, MAX_LINE_WIDTH - 30)}`,
    ...shortRows(reported, haveSameReceived),
    ...omittedLines(new Set(rest).difference(new Set(reported)), style),
    '',
  ];
}

const MAX_ID_WIDTH = 60;

/** The id, as `replay` accepts it, and the case. */
function shortRows(findings: readonly Finding[], haveSameReceived: boolean): readonly string[] {
  const ids = findings.map(({ subject, evidence }) => sanitizeLine(evidence?.caseId ?? subject));
  const width = Math.min(MAX_ID_WIDTH, Math.max(...ids.map(columnCount)));
  return findings.map(({ received, evidence, similarCount }, index) => {
    const receivedText = haveSameReceived ? '' : ` -> ${fitToWidth(sanitizeLine(received), MAX_RECEIVED_WIDTH)}`;
    const suffix = `${receivedText}${similarCount === 0 ? '' : `  (+${similarCount})`}`;
    const id = padToWidth(ids[index] ?? '', width);
    const remainingWidth = MAX_LINE_WIDTH - 4 - columnCount(id) - columnCount(suffix);
    return `  ${id}  ${fitToWidth(sanitizeLine(evidence?.mutation ?? ''), remainingWidth)}${suffix}`.trimEnd();
  });
}

const MAX_RECEIVED_WIDTH = 30;

function omittedLines(omitted: ReadonlySet<Finding>, style: TextStyle): readonly string[] {
  if (omitted.size === 0) return [];
  const categories = Map.groupBy(omitted, ({ subject, evidence }) => evidence?.category ?? subject);
  const more = [...categories].map(([category, findings]) => `${findings.length} of ${category}`);
  return indentLines(`and ${more.join(', ')} in the JSON report`).map((line) => style.dim(line));
}

/** `waived  invalid-rejected/createOrder/3f2a91c07b5d  fixed with the next release (until 2027-01-31)`, one each. */
export function waivedLines(
  { stages }: Pick<Report, 'stages'>,
  style: TextStyle,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const waived = stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isDuplicate(finding))
    .flatMap(({ id, waived: waiver }) => (waiver === undefined ? [] : [{ id, ...waiver }]));
  return waived.map(({ id, reason, expires }) => {
    const head = `waived  ${sanitizeLine(id)}  `;
    const until = `(until ${sanitizeLine(expires)})`;
    const reported = fitToWidth(sanitizeLine(reason), width - columnCount(head) - until.length - 1);
    return `${style.yellow('waived')}${head.slice('waived'.length)}${reported} ${style.dim(until)}`;
  });
}

/** How many waivers were used: `waivers 2 waivers: 1 used, 1 stale: no certificate`; empty if there were none. */
export function waiverCounts({ stages }: Pick<Report, 'stages'>, style: TextStyle): readonly string[] {
  const reported = stages.filter(({ name }) => name === WAIVERS_STAGE);
  return reported.map(({ name, summary }) => `${style.dim(sanitizeLine(name))} ${sanitizeLine(summary)}`);
}

/** Everything about waivers, for callers that render the findings of the other stages themselves. */
export function waiverLines(report: Pick<Report, 'stages'>, style: TextStyle): readonly string[] {
  const waiverStages = report.stages.filter(({ name }) => name === WAIVERS_STAGE);
  return [
    ...waiverStages.flatMap(({ findings }) => findingBlocks(findings, style)),
    ...waivedLines(report, style),
    ...waiverCounts(report, style),
  ];
}
