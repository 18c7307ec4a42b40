/**
 * JUnit XML for CI servers: one suite for each stage, one test case for each operation × check and each interaction of
 * a pact; `skipped` if nothing was tried or the failure is waived, `error` if something could not be checked. Valid by
 * both schemas in use, that of Ant's JUnit task and that of Jenkins' xunit plugin; therefore a single test case has no
 * output.
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

/** The complete XML document. */
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
  const testCases = collectChecks(stage);
  const named = uniqueNames(stage, testCases);
  const warnings = new Set(testCases.flatMap((testCase) => warningsOf(testCase, context)));
  const notes = [
    ...stage.notes,
    ...engineOutput(stage),
    ...[...warnings].map((finding) => `\n${findingText(finding, plainStyle)}`),
  ];
  const cases = testCases.map((testCase, index) => ({
    ...(named[index] ?? { classname: stage.name, name: testCase.check }),
    outcome: testOutcome(testCase, context),
  }));
  return { name: stage.name, ms: stage.ms, cases, notes };
}

/** The last output of another program often explains why a stage was not run. */
function engineOutput({ status, engine }: StageReport): readonly string[] {
  return status !== 'not run' || engine === undefined ? [] : [`output of the ${engine.name}:\n${engine.output}`];
}

/**
 * An inconclusive verdict may have a cause outside of all stages: a file in which every test case passes must not hide
 * it.
 */
function verdictSuite({ verdict }: Report, suites: readonly JUnitTestSuite[]): readonly JUnitTestSuite[] {
  const isReported = suites.some(({ cases }) =>
    cases.some(({ outcome: { kind } }) => kind === 'failure' || kind === 'error'),
  );
  if (isReported || verdict.exitCode === 0) return [];
  const outcome = { kind: 'error', type: 'not-checked', message: verdict.summary } as const;
  return [{ name: 'verdict', ms: 0, cases: [{ classname: 'verdict', name: 'verdict', outcome }], notes: [] }];
}

const plainStyle = styleFor({ isTTY: false });

/**
 * An interaction is named by its description and consumer, a check by its id and operation. Names are unique, since
 * GitLab drops all but the first test case of a name.
 */
function uniqueNames(
  { name: stage }: StageReport,
  testCases: readonly CheckWithFindings[],
): readonly Omit<JUnitTestCase, 'outcome'>[] {
  const seen = new Map<string, number>();
  return testCases.map(({ subject, check, consumer, place }) => {
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
