/** How a unit came off, in the four words that JUnit has. */
import { formatPlace } from '../../../spec/model/contract.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { findingText } from '../text/finding-text.ts';
import { styleFor } from '../text/style.ts';
import { isFoundIn, type Unit } from './units.ts';

export type Outcome =
  | { readonly kind: 'passed' }
  /** `message` fits a list; `text` is the rest. */
  | { readonly kind: 'failure'; readonly type: string; readonly message: string; readonly text: string }
  | { readonly kind: 'error'; readonly type: string; readonly message: string }
  | { readonly kind: 'skipped'; readonly message: string };

/** What a unit is judged by, besides itself. */
export interface Sight {
  readonly stage: StageReport;
  /** Advice fails too. */
  readonly strict: boolean;
  /** By its fingerprint; findings of one cause are told, and waived, by the one that tells of it. */
  findingOf(fingerprint: string): ToldFinding | undefined;
}

/** A failure goes before what could not be judged, and that before what is waived. */
export function outcomeOf(unit: Unit, sight: Sight): Outcome {
  const { stage } = sight;
  const failing = unit.findings.filter((finding) => fails(finding, sight));
  const [first] = failing;
  if (first !== undefined) return failure(unit, [first, ...failing.slice(1)], sight);
  if (isUnjudged(stage, unit))
    return { kind: 'error', type: 'not-judged', message: unit.unjudged ?? stage.summary };
  const [waived] = unit.findings.flatMap((finding) => causeOf(finding, sight).waived ?? []);
  if (waived !== undefined)
    return { kind: 'skipped', message: `waived until ${waived.expires}: ${waived.reason}` };
  if (unit.count === 0 && unit.findings.length === 0)
    return { kind: 'skipped', message: skipReason(stage, unit) };
  return { kind: 'passed' };
}

/** What is told and fails nothing. */
export function adviceOf({ findings }: Unit, sight: Sight): readonly ToldFinding[] {
  return findings.filter(
    (finding) => finding.sameAs === undefined && finding.waived === undefined && !fails(finding, sight),
  );
}

function fails(finding: ToldFinding, sight: Sight): boolean {
  if (causeOf(finding, sight).waived !== undefined) return false;
  return finding.severity === 'fault' || sight.strict;
}

function causeOf(finding: ToldFinding, { findingOf }: Sight): ToldFinding {
  return (finding.sameAs === undefined ? undefined : findingOf(finding.sameAs)) ?? finding;
}

/** One failure element a case: the schema that CI servers use allows no more. */
function failure(unit: Unit, failing: readonly [ToldFinding, ...ToldFinding[]], sight: Sight): Outcome {
  const [first] = failing;
  const messages = new Set(failing.flatMap((finding) => brokenMessages(unit, finding)));
  const own = failing.filter((finding) => isToldHere(unit, finding));
  const others = failing.filter((finding) => !isToldHere(unit, finding));
  const causes = new Set(others.map((finding) => causeOf(finding, sight)));
  return {
    kind: 'failure',
    type: first.check,
    message: [...messages][0] ?? sentenceOf(first),
    text: [
      ...own.map((finding) => findingText(finding, plain)),
      ...(own.length === 0 && messages.size > 0 ? [[...messages].join('\n')] : []),
      ...[...causes].map((cause) => `${sentenceOf(cause)}\ntold in full as ${cause.id}`),
    ].join('\n\n'),
  };
}

/** In full where it was found; elsewhere what is wrong for that unit, and where the rest is. */
function isToldHere({ place }: Unit, { sameAs, otherPlace }: ToldFinding): boolean {
  return sameAs === undefined && (place === undefined || isFoundIn(otherPlace, place));
}

function sentenceOf({ title, expected, received, place }: ToldFinding): string {
  return `${title}: expected ${expected}, received ${received} (${formatPlace(place)})`;
}

/** What its consumer does not get. */
function brokenMessages({ place }: Unit, { breaks = [] }: ToldFinding): readonly string[] {
  if (place === undefined) return [];
  return breaks.filter((broken) => isFoundIn(broken.place, place)).flatMap(({ messages }) => messages);
}

const plain = styleFor({ isTTY: false });

/** What was tried in a stage that could not judge all holds or fails as it does elsewhere. */
function isUnjudged({ status, tried }: StageReport, { count, unjudged, isPending }: Unit): boolean {
  if (isPending === true) return false;
  if (unjudged !== undefined) return true;
  return status === 'not run' && (count === 0 || tried.every((unit) => unit.count > 0));
}

function skipReason({ status, summary, run }: StageReport, { subject, unjudged }: Unit): string {
  if (unjudged !== undefined) return `not judged: ${unjudged}`;
  if (status === 'not applicable') return summary;
  const open = run?.unjudged.find(({ operation, ran }) => operation === subject && ran === 'none');
  return open === undefined ? 'nothing to try it on' : `not judged: ${open.reason}`;
}
