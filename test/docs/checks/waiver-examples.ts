import { type Finding, findingId } from '../../../contracts/finding/finding.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { StageReport } from '../../../contracts/report/stage-report.ts';
import { applyWaivers } from '../../../contracts/waivers/apply-waivers.ts';
import { parseWaiver, waiverErrorFactory } from '../../../contracts/waivers/read-waivers.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import { type CheckExample, fenced, stabilize } from './check-example.ts';

const id = 'created-is-echoed/createPlant/91439d4624a1';
const reason = 'names are in lower case until release 7';
const expires = '2026-06-30';
const text = `waivers:
  - id: ${id}
    reason: ${reason}
    expires: ${expires}`;
const file = parseSource(toDocumentUrl('waivers.yaml'), text);
const waiver = parseWaiver(
  { id, reason, expires },
  {
    file,
    pointer: '/waivers/0',
    checks: new Set(['created-is-echoed']),
    createError: waiverErrorFactory(file),
  },
);

/** The finding that the waiver names, with the properties that waivers use. */
const named: Finding = {
  check: 'created-is-echoed',
  severity: 'error',
  title: 'The response differs from the request',
  subject: 'createPlant',
  expected: 'string "Boston fern", as sent',
  received: 'string "boston fern"',
  place: waiver.place,
  lineText: waiver.lineText,
  why: '',
  fingerprint: 'created-is-echoed',
  similarCount: 0,
};

/** For both checks of waivers: a run that fails them, and one that passes. Throws if a check fails to distinguish them. */
export function waiverExamples(): readonly CheckExample[] {
  return [
    createExample('waiver-expired', 'The run is on 2026-07-01, one day after the last day.', {
      broken: findingsOn('2026-07-01', true),
      kept: findingsOn(expires, true),
    }),
    createExample('waiver-stale', 'The run tested everything, and found nothing with this id.', {
      broken: findingsOn(expires, false),
      kept: findingsOn(expires, true),
    }),
  ];
}

type WaiverFindings = Readonly<Record<'broken' | 'kept', readonly Finding[]>>;

function createExample(check: string, description: string, { broken, kept }: WaiverFindings): CheckExample {
  const finding = broken.find((one) => one.check === check);
  if (finding === undefined || kept.length > 0) throw new Error(`${check} does not distinguish its examples`);
  return {
    id: check,
    description,
    failing: `${fenced(text, 'yaml')}\n\n${fenced(stabilize(findingText(finding, styleFor({}))))}`,
    findingId: findingId(finding),
    passing: `The same file, if a run on or before ${expires} reports this finding.`,
  };
}

/** The findings about the waiver on this day, in a run that reports the waived finding, or does not. */
function findingsOn(today: string, isFound: boolean): readonly Finding[] {
  const stage: StageReport = {
    name: 'conformance',
    status: isFound ? 'failed' : 'passed',
    summary: '',
    ms: 0,
    attemptedChecks: [],
    findings: isFound ? [{ ...named, id }] : [],
    notes: [],
    unattempted: [],
  };
  const { stages } = applyWaivers({
    ...{ stages: [stage], waivers: [waiver], operations: [], today },
    isComplete: true,
  });
  return stages.filter(({ name }) => name === 'waivers').flatMap(({ findings }) => findings);
}
