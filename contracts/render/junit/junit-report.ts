/**
 * JUnit XML as CI servers read it: a suite a stage, a case for each operation × check and each interaction of a pact,
 * `skipped` where nothing was tried or what fails is waived, `error` where something could not be judged. Valid by both
 * schemas in use, that of Ant's JUnit task and that of Jenkins' xunit plugin: hence no output of a single case.
 */
import type { Report } from '../../report/report.ts';
import type { StageReport } from '../../report/stage-report.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';
import { type CheckWithFindings, collectChecks, testOutcome, warningsOf } from './test-outcome.ts';
import {
  type JUnitTestCase,
  type JUnitTestSuite,
  maxFailureLengthFor,
  suiteElement,
  truncate,
  xmlElement,
} from './xml-elements.ts';

/** The whole file. */
export function junitXml(report: Report): string {
  const findings = report.stages.flatMap((stage) => stage.findings);
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding] as const));
  const findByFingerprint = (fingerprint: string) => byFingerprint.get(fingerprint);
  const suites = report.stages.map((stage) => createSuite(stage, { report, findByFingerprint }));
  const all = [...suites, ...verdictSuite(report, suites)];
  const maxFailureLength = maxFailureLengthFor(all);
  const elements = all.map((suite, index) => suiteElement(suite, { report, index, maxFailureLength }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('testsuites', {}, elements)}\n`;
}

interface ReportContext {
  readonly report: Report;
  findByFingerprint(fingerprint: string): StageReport['findings'][number] | undefined;
}

function createSuite(stage: StageReport, { report, findByFingerprint }: ReportContext): JUnitTestSuite {
  const context = { stage, strict: report.strict, findByFingerprint };
  const units = collectChecks(stage);
  const named = uniqueNames(stage, units);
  const warnings = new Set(units.flatMap((unit) => warningsOf(unit, context)));
  const notes = [
    ...stage.notes,
    ...engineOutput(stage),
    ...[...warnings].map((finding) => `\n${findingText(finding, plainStyle)}`),
  ];
  const cases = units.map((unit, index) => ({
    ...(named[index] ?? { classname: stage.name, name: unit.check }),
    outcome: testOutcome(unit, context),
  }));
  return { name: stage.name, ms: stage.ms, cases, notes };
}

/** Why a stage was not run is often in the last words of another program. */
function engineOutput({ status, engine }: StageReport): readonly string[] {
  return status !== 'not run' || engine === undefined ? [] : [`${engine.name} said:\n${engine.output}`];
}

/** What keeps a verdict open may have happened beside all stages: a file that is all green must not say so. */
function verdictSuite({ verdict }: Report, suites: readonly JUnitTestSuite[]): readonly JUnitTestSuite[] {
  const isReported = suites.some(({ cases }) =>
    cases.some(({ outcome: { kind } }) => kind === 'failure' || kind === 'error'),
  );
  if (isReported || verdict.exitCode === 0) return [];
  const outcome = { kind: 'error', type: 'not-judged', message: verdict.sentence } as const;
  return [{ name: 'verdict', ms: 0, cases: [{ classname: 'verdict', name: 'verdict', outcome }], notes: [] }];
}

const plainStyle = styleFor({ isTTY: false });

/** An interaction by its own name, with its consumer; a check with its operation. GitLab drops all but the first of a name. */
function uniqueNames(
  { name: stage }: StageReport,
  units: readonly CheckWithFindings[],
): readonly Omit<JUnitTestCase, 'outcome'>[] {
  const seen = new Map<string, number>();
  return units.map(({ subject, check, consumer, place }) => {
    const isInteraction = place !== undefined;
    const classname = truncate(`${stage}.${isInteraction ? (consumer ?? check) : subject}`, MAX_NAME_LENGTH);
    const name = truncate(isInteraction ? subject : check, MAX_NAME_LENGTH) || check;
    const key = JSON.stringify([classname, name]);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { classname, name: times === 1 ? name : `${name} (${times})` };
  });
}

const MAX_NAME_LENGTH = 250;
