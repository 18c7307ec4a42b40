/** Findings as workflow commands of GitHub Actions, which show them at the lines of the contract. */
import { sanitizeLine, sanitizeLines } from '../../../sanitize.ts';
import { isDuplicate } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ReportedFinding } from '../../report/stage-report.ts';
import { repositoryUri } from '../repository-path.ts';

/** The number of annotations that GitHub shows for a step. */
const MAX_ANNOTATIONS = 10;

/**
 * Lines for a workflow step to print, most severe first. If there are more than ten, the last one says how many are
 * omitted.
 */
export function formatAnnotations(report: Report): string {
  const reported = report.stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isDuplicate(finding) && finding.waived === undefined)
    .toSorted((a, b) => severityRank(a) - severityRank(b));
  const verdictLines = reported.length === 0 && report.verdict.exitCode === 2 ? [verdictAnnotation(report)] : [];
  const lines = firstOfEachCheckFirst(reported).map((finding) => findingAnnotation(finding, report.strict));
  return [...verdictLines, ...limitAnnotations(lines)].map((line) => `${line}\n`).join('');
}

function severityRank({ severity }: ReportedFinding): number {
  return severity === 'error' ? 0 : 1;
}

/** Otherwise ten findings of one cause would hide all other causes. */
function firstOfEachCheckFirst(reported: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const groups = Map.groupBy(reported, ({ check, severity, subject }) => `${severity} ${check} ${subject}`);
  const firsts = new Set([...groups.values()].flatMap((group) => group.slice(0, 1)));
  return reported.toSorted(
    (a, b) => severityRank(a) - severityRank(b) || Number(!firsts.has(a)) - Number(!firsts.has(b)),
  );
}

function limitAnnotations(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_ANNOTATIONS) return lines;
  const omitted = lines.length - MAX_ANNOTATIONS + 1;
  return [
    ...lines.slice(0, MAX_ANNOTATIONS - 1),
    `::notice title=plant-store::${omitted} more findings are in the report`,
  ];
}

function verdictAnnotation({ verdict, stages }: Report): string {
  const [place] = stages.flatMap((stage) => stage.place ?? []);
  const placeParts = place === undefined ? [] : placeProperties({ place });
  return `::error ${[...placeParts, 'title=plant-store'].join(',')}::${escapeData(verdict.summary)}`;
}

function findingAnnotation(finding: ReportedFinding, strict: boolean): string {
  const { check, title, subject, expected, received, severity, evidence } = finding;
  const message = [
    `${subject}: ${title}`,
    `expected ${expected}`,
    `received ${received}`,
    ...(evidence === undefined ? [] : [`case ${evidence.mutation}`, `replay ${evidence.replay}`]),
  ].map((line) => truncate(sanitizeLine(line)));
  const level = severity === 'error' || strict ? 'error' : 'warning';
  return `::${level} ${[...placeProperties(finding), `title=${escapeProperty(`${check}: ${title}`)}`].join(',')}::${escapeData(message.join('\n'))}`;
}

/** GitHub shows annotations only on files of the repository. */
function placeProperties({ place }: Pick<ReportedFinding, 'place'>): readonly string[] {
  const file = repositoryUri(place.file);
  if (file === undefined || /^(?:https?|file):\/\//i.test(file)) return [];
  return [`file=${escapeProperty(decodeURIComponent(file))}`, `line=${place.line}`];
}

const MAX_LINE_LENGTH = 400;

function truncate(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}...`;
}

/** Escaped as the GitHub Actions toolkit does it. */
function escapeData(text: string): string {
  return sanitizeLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
