import { type Finding, findingId } from '../../../contracts/finding/finding.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import type { StageReport } from '../../../contracts/report/stage.ts';
import { applyWaivers } from '../../../contracts/waivers/apply.ts';
import { complainIn, waiverOf } from '../../../contracts/waivers/read.ts';
import { parseSource, toUrl } from '../../../spec/source/source.ts';
import { fenced, type Shown, settled } from './shown.ts';

const id = 'created-is-echoed/createPlant/3d60e4a8f4c4';
const reason = 'names are in lower case until release 7';
const expires = '2026-06-30';
const text = `waivers:
  - id: ${id}
    reason: ${reason}
    expires: ${expires}`;
const file = parseSource(toUrl('waivers.yaml'), text);
const waiver = waiverOf(
  { id, reason, expires },
  { file, pointer: '/waivers/0', checks: new Set(['created-is-echoed']), complain: complainIn(file) },
);

/** What the waiver names, in as far as waivers look at it. */
const named: Finding = {
  check: 'created-is-echoed',
  severity: 'fault',
  title: 'What comes back is not what was sent',
  subject: 'createPlant',
  expected: 'string "Boston fern", as sent',
  received: 'string "boston fern"',
  place: waiver.place,
  line: waiver.line,
  why: '',
  fingerprint: 'created-is-echoed',
  more: 0,
};

/** For both checks of waivers a run that breaks them, and one that does not. Throws where that is not so. */
export function shownOfWaivers(): readonly Shown[] {
  return [
    shownOf('waiver-expired', 'The run is of 2026-07-01, a day later than the last.', {
      broken: toldOn('2026-07-01', true),
      kept: toldOn(expires, true),
    }),
    shownOf('waiver-stale', 'The run has tried everything, and found nothing with this id.', {
      broken: toldOn(expires, false),
      kept: toldOn(expires, true),
    }),
  ];
}

type Told = Readonly<Record<'broken' | 'kept', readonly Finding[]>>;

function shownOf(check: string, what: string, { broken, kept }: Told): Shown {
  const finding = broken.find((one) => one.check === check);
  if (finding === undefined || kept.length > 0) throw new Error(`${check} does not tell its examples apart`);
  return {
    id: check,
    what,
    broken: `${fenced(text, 'yaml')}\n\n${fenced(settled(findingText(finding, styleFor({}))))}`,
    findingId: findingId(finding),
    kept: `The same file, where a run of ${expires} at the latest finds what it names.`,
  };
}

/** What is told of the waiver on this day, by a run that has found what it names, or has not. */
function toldOn(today: string, isFound: boolean): readonly Finding[] {
  const stage: StageReport = {
    name: 'conformance',
    status: isFound ? 'failed' : 'passed',
    summary: '',
    ms: 0,
    tried: [],
    findings: isFound ? [{ ...named, id }] : [],
    notes: [],
    unattempted: [],
  };
  const { stages } = applyWaivers({ stages: [stage], waivers: [waiver], isWhole: true, today });
  return stages.filter(({ name }) => name === 'waivers').flatMap(({ findings }) => findings);
}
