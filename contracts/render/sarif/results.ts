/** The findings of a run, and the rules that they break, as SARIF says them. */
import { type CatalogueEntry, catalogue } from '../../catalogue/catalogue.ts';
import { type Finding, isToldElsewhere, type Severity } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { StageReport, ToldFinding } from '../../report/stage.ts';
import { confirmationText } from '../text/finding-text.ts';
import {
  type Location,
  locationOf,
  messageOf,
  relatedLocations,
  type SarifMessage,
  shortened,
} from './parts.ts';

/** A `result`. */
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: Level;
  readonly message: SarifMessage;
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

/** A `reportingDescriptor`. */
interface Rule {
  readonly id: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly defaultConfiguration: { readonly level: Level };
}

type Level = 'error' | 'warning' | 'note';

/** Advice does not fail a run; code scanning lets a change pass with warnings. */
function levelOf(severity: Severity): Level {
  return severity === 'fault' ? 'error' : 'warning';
}

/** Those of the catalogue in its order, then those that a finding alone knows. */
export function rulesOf(stages: readonly StageReport[]): readonly Rule[] {
  const findings = stages.flatMap((stage) => stage.findings);
  const used = new Set([...stages.flatMap(({ tried }) => tried), ...findings].map(({ check }) => check));
  const known = new Set(catalogue.map(({ id }) => id));
  const others = new Map(
    findings.filter(({ check }) => !known.has(check)).map((finding) => [finding.check, finding] as const),
  );
  return [
    ...catalogue.filter(({ id }) => used.has(id)).map(ruleOf),
    ...[...others.values()].toSorted(byCheck).map(ruleOfFinding),
  ];
}

function byCheck(a: Finding, b: Finding): number {
  return a.check < b.check ? -1 : 1;
}

function ruleOf({ id, severity, holds, title, why }: CatalogueEntry): Rule {
  return {
    id,
    shortDescription: messageOf(title),
    fullDescription: messageOf(`What holds where nothing is found: ${holds}.`),
    help: messageOf(`${why}\n\nplant-store explain ${id}`),
    defaultConfiguration: { level: levelOf(severity) },
  };
}

function ruleOfFinding({ check, severity, title, why }: Finding): Rule {
  return {
    id: check,
    shortDescription: messageOf(title),
    fullDescription: messageOf(title),
    help: messageOf(why),
    defaultConfiguration: { level: levelOf(severity) },
  };
}
