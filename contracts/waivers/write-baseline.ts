/** Writes the findings of a run as waivers, for a service that has to be used before they are fixed. */
import { sanitizeLine, truncate } from '../../sanitize.ts';
import { writeFileAtomically } from '../../spec/files/atomic-write.ts';
import { isDuplicate } from '../finding/finding.ts';
import type { Report, Waiver } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import { findUntestedParts, type UntestedPart } from '../report/untested-parts.ts';
import { WAIVERS_STAGE } from './apply-waivers.ts';
import { createWaiverMatch } from './match-waiver.ts';
import { isoDate } from './read-waivers.ts';

/** The days until the findings count again. */
export const BASELINE_DAYS = 90;

const REASON = 'known when the baseline was written';

/** An entry of the file, and what it is about. */
interface BaselineEntry {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly comment: string;
}

interface Baseline {
  readonly text: string;
  /** `131 findings and 2 untested operations` */
  readonly description: string;
}

/** Why there is no baseline of this run; undefined if there is one. */
export function reasonNoBaseline({ stages, shard }: Report): string | undefined {
  if (shard !== undefined) return 'a shard has only a part of the findings';
  if (stages.some(({ run }) => run?.ended !== undefined)) return 'the implementation ended during the run';
  return undefined;
}

/** Throws `file-unwritable`. Returns what was written. */
export async function writeBaseline(report: Report, file: string, now = new Date()): Promise<string> {
  const { text, description } = createBaseline(report, now);
  await writeFileAtomically(file, text);
  return description;
}

/** Waivers that are used keep their reasons and dates; those that match nothing any more are left out. */
export function createBaseline(report: Report, now: Date): Baseline {
  const used = report.waivers.filter(({ state }) => state === 'used');
  const matches = used.map((waiver) => createWaiverMatch(waiver, report.contract.operations));
  const findings = report.stages
    .filter(({ name }) => name !== WAIVERS_STAGE)
    .flatMap((stage) => stage.findings)
    .filter((finding) => finding.waived === undefined && !isDuplicate(finding));
  const parts = findUntestedParts(report.stages).filter((part) => !matches.some((isMatch) => isMatch(part)));
  const expires = isoDate(new Date(now.getTime() + BASELINE_DAYS * 86_400_000));
  const entries = withoutRepetition([
    ...used.map(keptEntry),
    ...findings.map((finding) => findingEntry(finding, expires)),
    ...parts.map(({ id, text }) => ({ fields: createFields([['id', id]], REASON, expires), comment: text })),
  ]);
  return { text: baselineText(report, entries, isoDate(now)), description: describeCounts(findings, parts) };
}

/** An operation may be untested for several reasons, and a waivers file names nothing twice. */
function withoutRepetition(entries: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const nameOf = ({ fields }: BaselineEntry) =>
    JSON.stringify(fields.filter(([name]) => !/^(?:reason|expires)$/.test(name)));
  return [...Map.groupBy(entries, nameOf).values()].flatMap((same) => same.slice(0, 1));
}

function keptEntry({ id, pattern, reason, expires }: Waiver): BaselineEntry {
  const names = pattern === undefined ? ([['id', id]] as const) : patternFields(pattern.check, pattern.operations);
  return { fields: createFields(names, reason, expires), comment: 'kept' };
}

/** The finding that stands for many causes has no id of its own. */
function findingEntry(finding: ReportedFinding, expires: string): BaselineEntry {
  const { id, check, subject, severity, title, received, isRemainder = false } = finding;
  const names = isRemainder ? patternFields(check, subject) : ([['id', id]] as const);
  return {
    fields: createFields(names, REASON, expires),
    comment: `${severity}: ${title} (${subject}): ${received}`,
  };
}

function patternFields(check: string, operations: string): BaselineEntry['fields'] {
  return [
    ['check', check],
    ['operations', operations],
  ];
}

function createFields(names: BaselineEntry['fields'], reason: string, expires: string): BaselineEntry['fields'] {
  return [...names, ['reason', reason], ['expires', expires]];
}

const MAX_COMMENT_LENGTH = 160;

/** YAML, in which a string in double quotes is written as in JSON. */
function baselineText({ target }: Report, entries: readonly BaselineEntry[], today: string): string {
  const lines = entries.flatMap(({ fields, comment }) => [
    `  # ${commentText(comment)}`,
    ...fields.map(([name, value], index) => `  ${index === 0 ? '-' : ' '} ${name}: ${scalarText(name, value)}`),
  ]);
  return [
    `# What was known of ${commentText(target)} on ${today}. A finding counts again after its last day.`,
    `# With --waivers and this file, only other findings count; --fail-on new lets known ones pass after that day, too.`,
    entries.length === 0 ? 'waivers: []' : 'waivers:',
    ...lines,
    '',
  ].join('\n');
}

function commentText(text: string): string {
  return truncate(sanitizeLine(text), MAX_COMMENT_LENGTH);
}

/** Ids and dates need no quotes. */
function scalarText(name: string, value: string): string {
  const isPlain = (name === 'id' && /^[A-Za-z][\w./-]*$/.test(value)) || name === 'expires' || name === 'check';
  return isPlain && value !== '*' ? value : JSON.stringify(sanitizeLine(value));
}

function describeCounts(findings: readonly unknown[], parts: readonly UntestedPart[]): string {
  const operations = new Set(parts.map(({ subject }) => subject));
  return [
    pluralize(findings.length, 'finding'),
    ...(operations.size === 0 ? [] : [pluralize(operations.size, 'untested operation')]),
  ].join(' and ');
}
