/** The findings of a run, as SARIF says them. */
import { isToldElsewhere } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { confirmationText } from '../text/finding-text.ts';
import { type Location, locationOf, relatedLocations } from './locations.ts';
import { type Message, messageOf, shortened } from './message.ts';
import { type Level, levelOf } from './rules.ts';

/** A `result`. */
export interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: Level;
  readonly message: Message;
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly Location[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  /** Of all results or of none (3.27.23): empty where it is not waived. */
  readonly suppressions: readonly Suppression[];
  readonly properties: Readonly<Record<string, string | number>>;
}

interface Suppression {
  readonly kind: 'external';
  readonly status: 'accepted';
  readonly justification: string;
}

/** GitHub stores so many of a run. */
const MOST_RESULTS = 5000;

/** One for each cause, those that count first; `left` are not told for want of room. */
export function resultsOf(
  report: Report,
  ruleIndex: ReadonlyMap<string, number>,
): { readonly results: readonly Result[]; readonly left: number } {
  const operations = new Map(report.contract.operations.map((operation) => [operation.id, operation]));
  const all = report.stages.flatMap(({ name, findings }) =>
    findings
      .filter((finding) => !isToldElsewhere(finding))
      .map((finding) => ({ finding, stage: name, level: levelIn(report, finding) })),
  );
  const sorted = all.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const told = sorted.slice(0, MOST_RESULTS).map(({ finding, stage, level }) => ({
    ruleId: finding.check,
    ruleIndex: ruleIndex.get(finding.check) ?? -1,
    level,
    message: messageOf(sentenceOf(finding)),
    locations: [locationOf(finding, operations)],
    ...related(finding),
    // Not primaryLocationLineHash: GitHub's upload makes its own, and warns of every other.
    partialFingerprints: { 'plantStoreFinding/v1': finding.id },
    suppressions: suppressionsOf(finding),
    properties: propertiesOf(finding, stage),
  }));
  return { results: told, left: all.length - told.length };
}

const order: readonly Level[] = ['error', 'warning', 'note'];

/** What is waived is a note too: there are those that do not look at suppressions, GitHub among them. */
function levelIn({ strict }: Report, { severity, waived }: ToldFinding): Level {
  if (waived !== undefined) return 'note';
  return strict ? 'error' : levelOf(severity);
}

function sentenceOf({ title, subject, received, expected, rule, evidence }: ToldFinding): string {
  const basis = rule ?? evidence?.rule;
  const because = basis === undefined ? '' : ` (${shortened(basis, LONGEST_PART)})`;
  const [seen, meant] = [received, expected].map((part) => shortened(part, LONGEST_PART));
  return `${title}: ${subject}: received ${seen}; expected ${meant}${because}`;
}

const LONGEST_PART = 300;

function related(finding: ToldFinding): Pick<Result, 'relatedLocations'> {
  const locations = relatedLocations(finding);
  return locations.length === 0 ? {} : { relatedLocations: locations };
}

function suppressionsOf({ waived }: ToldFinding): readonly Suppression[] {
  if (waived === undefined) return [];
  const justification = `${waived.reason} (until ${waived.expires})`;
  return [{ kind: 'external', status: 'accepted', justification }];
}

/** What sees it again, whole or not at all: half a command does something else. */
function propertiesOf({ id, severity, more, evidence }: ToldFinding, stage: string): Result['properties'] {
  const seen = {
    findingId: id,
    stage,
    severity,
    ...(more === 0 ? {} : { more }),
  };
  if (evidence === undefined) return seen;
  const { caseId, family, mutation, curl, replay, confirmation } = evidence;
  const again = { caseId, family, mutation, confirmation: confirmationText(confirmation), replay, curl };
  const short = Object.entries(again).filter(([, text]) => text.length <= LONGEST_PROPERTY);
  return { ...seen, ...Object.fromEntries(short.map(([key, text]) => [key, text.toWellFormed()])) };
}

const LONGEST_PROPERTY = 2000;
