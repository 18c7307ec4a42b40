/** JUnit XML as CI servers read it: a suite a stage, a case for each operation × check, `skipped` where nothing was tried. */
import { formatPlace } from '../../spec/contract.ts';
import type { Finding } from '../finding.ts';
import { findingText } from './finding-text.ts';
import type { Report, StageReport, TriedUnit } from './report.ts';
import { styleFor } from './style.ts';

const plain = styleFor({ isTTY: false });

/** The whole file. */
export function junitXml(report: Report): string {
  const suites = report.stages.map(suite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${attribute(report.contract.title)}">\n${suites.join('')}</testsuites>\n`;
}

function suite(stage: StageReport): string {
  const units = unitsOf(stage);
  const cases = units.map((unit) => testCase(stage, unit));
  const failures = units.filter((unit) => faultsOf(stage, unit).length > 0).length;
  const errors = units.filter((unit) => isUnjudged(stage, unit)).length;
  const skipped = units.filter((unit) => isSkipped(stage, unit)).length;
  const time = (stage.ms / 1000).toFixed(3);
  return `  <testsuite name="${attribute(stage.name)}" tests="${units.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${time}">\n${cases.join('')}${notesOf(stage)}  </testsuite>\n`;
}

function notesOf({ notes }: StageReport): string {
  return notes.length === 0 ? '' : `    <system-out>${text(notes.join('\n'))}</system-out>\n`;
}

/** What was tried, what has findings all the same, and for a stage without either the stage itself. */
function unitsOf(stage: StageReport): readonly TriedUnit[] {
  const isKnown = (finding: Finding) => stage.tried.some((unit) => isOf(finding, unit));
  const extra = stage.findings
    .filter((finding) => !isKnown(finding))
    .map(({ subject, check }) => ({ subject, check, count: 1 }));
  const distinct = new Map(
    [...stage.tried, ...extra].map((unit) => [`${unit.subject} ${unit.check}`, unit] as const),
  );
  if (distinct.size > 0) return [...distinct.values()];
  return [{ subject: stage.name, check: 'stage', count: stage.status.startsWith('not') ? 0 : 1 }];
}

function testCase(stage: StageReport, unit: TriedUnit): string {
  const faults = faultsOf(stage, unit);
  const advice = findingsOf(stage, unit).filter(({ severity }) => severity === 'advice');
  const head = `    <testcase classname="${attribute(`${stage.name}.${unit.subject}`)}" name="${attribute(unit.check)}" time="0"`;
  const body = [
    ...(isUnjudged(stage, unit) ? [`      <error message="${attribute(stage.summary)}"/>\n`] : []),
    ...(isSkipped(stage, unit) ? [`      <skipped message="${attribute(skipReason(stage))}"/>\n`] : []),
    ...(faults.length > 0 ? [failure(faults)] : []),
    ...(advice.length > 0
      ? [
          `      <system-out>${text(advice.map((one) => findingText(one, plain)).join('\n\n'))}</system-out>\n`,
        ]
      : []),
  ];
  return body.length === 0 ? `${head}/>\n` : `${head}>\n${body.join('')}    </testcase>\n`;
}

/** One failure element a case: the schema that CI servers use allows no more. */
function failure(faults: readonly Finding[]): string {
  const [first] = faults;
  const message =
    first === undefined
      ? ''
      : `${first.title}: expected ${first.expected}, received ${first.received} (${formatPlace(first.place)})`;
  return `      <failure type="${attribute(first?.check ?? '')}" message="${attribute(message)}">${text(faults.map((one) => findingText(one, plain)).join('\n\n'))}</failure>\n`;
}

function findingsOf(stage: StageReport, unit: TriedUnit): readonly Finding[] {
  return stage.findings.filter((finding) => isOf(finding, unit));
}

/** An interaction of a pact fails by whatever is the cause. */
function isOf({ subject, check, breaks = [] }: Finding, unit: TriedUnit): boolean {
  if (unit.check === 'pact-expectation' && breaks.some(({ interaction }) => interaction === unit.subject))
    return true;
  return subject === unit.subject && check === unit.check;
}

function faultsOf(stage: StageReport, unit: TriedUnit): readonly Finding[] {
  return findingsOf(stage, unit).filter(({ severity }) => severity === 'fault');
}

/** What was tried in a stage that could not judge all holds or fails as it does elsewhere. */
function isUnjudged({ status, tried }: StageReport, { count }: TriedUnit): boolean {
  return status === 'not run' && (count === 0 || tried.every((unit) => unit.count > 0));
}

function isSkipped(stage: StageReport, unit: TriedUnit): boolean {
  return unit.count === 0 && stage.status !== 'not run' && findingsOf(stage, unit).length === 0;
}

function skipReason(stage: StageReport): string {
  return stage.status === 'not applicable' ? stage.summary : 'nothing to try it on';
}

/** XML 1.0 has no place for most control characters, even as references, nor for lone surrogates. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
