/** Findings as workflow commands of GitHub Actions, which show them at the lines of the contract. */
import { visible, visibleLines } from '../../../text.ts';
import { isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { uriOf } from '../repository-path.ts';

/** GitHub shows no more of a step. */
const MOST = 10;

/** Lines for a step to print: the most severe first; of more than ten the last tells how many are left out. */
export function annotations(report: Report): string {
  const told = report.stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined)
    .toSorted((a, b) => rank(a) - rank(b));
  const open = told.length === 0 && report.verdict.exitCode === 2 ? [openVerdict(report)] : [];
  const lines = oneOfEachCheckFirst(told).map((finding) => annotationOf(finding, report.strict));
  return [...open, ...fewOf(lines)].map((line) => `${line}\n`).join('');
}

function rank({ severity }: ToldFinding): number {
  return severity === 'fault' ? 0 : 1;
}

/** Ten of one cause would hide the other nine. */
function oneOfEachCheckFirst(told: readonly ToldFinding[]): readonly ToldFinding[] {
  const groups = Map.groupBy(told, ({ check, severity, subject }) => `${severity} ${check} ${subject}`);
  const firsts = new Set([...groups.values()].flatMap((group) => group.slice(0, 1)));
  return told.toSorted((a, b) => rank(a) - rank(b) || Number(!firsts.has(a)) - Number(!firsts.has(b)));
}

function fewOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST) return lines;
  const left = lines.length - MOST + 1;
  return [...lines.slice(0, MOST - 1), `::notice title=plant-store::${left} more findings are in the report`];
}

function openVerdict({ verdict, stages }: Report): string {
  const [place] = stages.flatMap((stage) => stage.place ?? []);
  const at = place === undefined ? [] : placeOf({ place });
  return `::error ${[...at, 'title=plant-store'].join(',')}::${data(verdict.sentence)}`;
}

function annotationOf(finding: ToldFinding, strict: boolean): string {
  const { check, title, subject, expected, received, severity, evidence } = finding;
  const message = [
    `${subject}: ${title}`,
    `expected ${expected}`,
    `received ${received}`,
    ...(evidence === undefined ? [] : [`case ${evidence.mutation}`, `replay ${evidence.replay}`]),
  ].map((line) => cut(visible(line)));
  const level = severity === 'fault' || strict ? 'error' : 'warning';
  return `::${level} ${[...placeOf(finding), `title=${property(`${check}: ${title}`)}`].join(',')}::${data(message.join('\n'))}`;
}

/** Only what is in the repository has lines that GitHub can show. */
function placeOf({ place }: Pick<ToldFinding, 'place'>): readonly string[] {
  const file = uriOf(place.file);
  if (file === undefined || /^(?:https?|file):\/\//i.test(file)) return [];
  return [`file=${property(decodeURIComponent(file))}`, `line=${place.line}`];
}

const LONGEST_LINE = 400;

function cut(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE).toWellFormed()}...`;
}

/** Escaped as the toolkit of GitHub Actions does it. */
function data(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
