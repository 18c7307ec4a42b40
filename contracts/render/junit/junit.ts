/**
 * JUnit XML as CI servers read it: a suite a stage, a case for each operation × check and each interaction of a pact,
 * `skipped` where nothing was tried or what fails is waived, `error` where something could not be judged. Valid by both
 * schemas in use, that of Ant's JUnit task and that of Jenkins' xunit plugin: hence no output of a single case.
 */
import type { Report } from '../../report/report.ts';
import type { StageReport } from '../../report/stage.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/terminal.ts';
import { cut, element, roomForEach, suiteElement, type TestCase, type TestSuite } from './elements.ts';
import { adviceOf, outcomeOf, type Unit, unitsOf } from './outcome.ts';

/** The whole file. */
export function junitXml(report: Report): string {
  const findings = report.stages.flatMap((stage) => stage.findings);
  const byFingerprint = new Map(
    findings.toReversed().map((finding) => [finding.fingerprint, finding] as const),
  );
  const findingOf = (fingerprint: string) => byFingerprint.get(fingerprint);
  const suites = report.stages.map((stage) => suiteOf(stage, { report, findingOf }));
  const all = [...suites, ...openVerdict(report, suites)];
  const room = roomForEach(all);
  const elements = all.map((suite, index) => suiteElement(suite, { report, index, room }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, elements)}\n`;
}

interface Whole {
  readonly report: Report;
  findingOf(fingerprint: string): StageReport['findings'][number] | undefined;
}

function suiteOf(stage: StageReport, { report, findingOf }: Whole): TestSuite {
  const sight = { stage, strict: report.strict, findingOf };
  const units = unitsOf(stage);
  const named = namesOf(stage, units);
  const advice = new Set(units.flatMap((unit) => adviceOf(unit, sight)));
  const notes = [
    ...stage.notes,
    ...outputOf(stage),
    ...[...advice].map((finding) => `\n${findingText(finding, plain)}`),
  ];
  const cases = units.map((unit, index) => ({
    ...(named[index] ?? { classname: stage.name, name: unit.check }),
    outcome: outcomeOf(unit, sight),
  }));
  return { name: stage.name, ms: stage.ms, cases, notes };
}

/** Why a stage was not run is often in the last words of another program. */
function outputOf({ status, engine }: StageReport): readonly string[] {
  return status !== 'not run' || engine === undefined ? [] : [`${engine.name} said:\n${engine.output}`];
}

/** What keeps a verdict open may have happened beside all stages: a file that is all green must not say so. */
function openVerdict({ verdict }: Report, suites: readonly TestSuite[]): readonly TestSuite[] {
  const isTold = suites.some(({ cases }) =>
    cases.some(({ outcome: { kind } }) => kind === 'failure' || kind === 'error'),
  );
  if (isTold || verdict.exitCode === 0) return [];
  const outcome = { kind: 'error', type: 'not-judged', message: verdict.sentence } as const;
  return [{ name: 'verdict', ms: 0, cases: [{ classname: 'verdict', name: 'verdict', outcome }], notes: [] }];
}

const plain = styleFor({ isTTY: false });

/** An interaction by its own name, with its consumer; a check with its operation. GitLab drops all but the first of a name. */
function namesOf({ name: stage }: StageReport, units: readonly Unit[]): readonly Omit<TestCase, 'outcome'>[] {
  const seen = new Map<string, number>();
  return units.map(({ subject, check, consumer, place }) => {
    const isInteraction = place !== undefined;
    const classname = cut(`${stage}.${isInteraction ? (consumer ?? check) : subject}`, LONGEST_NAME);
    const name = cut(isInteraction ? subject : check, LONGEST_NAME) || check;
    const key = JSON.stringify([classname, name]);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return { classname, name: times === 1 ? name : `${name} (${times})` };
  });
}

const LONGEST_NAME = 250;
