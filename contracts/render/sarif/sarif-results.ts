/** The findings of a run, and the rules that they break, as SARIF says them. */
import { type CatalogEntry, checkCatalog } from '../../catalog/check-catalog.ts';
import { type Finding, isDuplicate, type Severity } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { StageReport, ToldFinding } from '../../report/stage-report.ts';
import { reproductionText } from '../text/finding-text.ts';
import {
  findingLocation,
  relatedLocations,
  type SarifLocation,
  type SarifMessage,
  sarifMessage,
  shortenText,
} from './sarif-locations.ts';

/** A `result`. */
interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
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
const MAX_RESULTS = 5000;

/** One for each cause, those that count first; `left` are not told for want of room. */
export function createResults(
  report: Report,
  ruleIndex: ReadonlyMap<string, number>,
): { readonly results: readonly SarifResult[]; readonly left: number } {
  const operations = new Map(report.contract.operations.map((operation) => [operation.id, operation]));
  const all = report.stages.flatMap(({ name, findings }) =>
    findings
      .filter((finding) => !isDuplicate(finding))
      .map((finding) => ({ finding, stage: name, level: resultLevel(report, finding) })),
  );
  const sorted = all.toSorted((a, b) => levelOrder.indexOf(a.level) - levelOrder.indexOf(b.level));
  const results = sorted.slice(0, MAX_RESULTS).map(({ finding, stage, level }) => ({
    ruleId: finding.check,
    ruleIndex: ruleIndex.get(finding.check) ?? -1,
    level,
    message: sarifMessage(resultText(finding)),
    locations: [findingLocation(finding, operations)],
    ...relatedFields(finding),
    // Not primaryLocationLineHash: GitHub's upload makes its own, and warns of every other.
    partialFingerprints: { 'plantStoreFinding/v1': finding.id },
    suppressions: createSuppressions(finding),
    properties: resultProperties(finding, stage),
  }));
  return { results, left: all.length - results.length };
}

const levelOrder: readonly SarifLevel[] = ['error', 'warning', 'note'];

/** What is waived is a note too: there are those that do not look at suppressions, GitHub among them. */
function resultLevel({ strict }: Report, { severity, waived }: ToldFinding): SarifLevel {
  if (waived !== undefined) return 'note';
  return strict ? 'error' : severityLevel(severity);
}

function resultText({ title, subject, received, expected, rule, evidence }: ToldFinding): string {
  const basis = rule ?? evidence?.rule;
  const basisText = basis === undefined ? '' : ` (${shortenText(basis, MAX_PART_LENGTH)})`;
  const [receivedText, expectedText] = [received, expected].map((part) => shortenText(part, MAX_PART_LENGTH));
  return `${title}: ${subject}: received ${receivedText}; expected ${expectedText}${basisText}`;
}

const MAX_PART_LENGTH = 300;

function relatedFields(finding: ToldFinding): Pick<SarifResult, 'relatedLocations'> {
  const locations = relatedLocations(finding);
  return locations.length === 0 ? {} : { relatedLocations: locations };
}

function createSuppressions({ waived }: ToldFinding): readonly Suppression[] {
  if (waived === undefined) return [];
  const justification = `${waived.reason} (until ${waived.expires})`;
  return [{ kind: 'external', status: 'accepted', justification }];
}

/** What sees it again, whole or not at all: half a command does something else. */
function resultProperties({ id, severity, more, evidence }: ToldFinding, stage: string): SarifResult['properties'] {
  const receivedText = {
    findingId: id,
    stage,
    severity,
    ...(more === 0 ? {} : { more }),
  };
  if (evidence === undefined) return receivedText;
  const { caseId, family: category, mutation, curl, replay, confirmation } = evidence;
  const reproduction = {
    caseId,
    family: category,
    mutation,
    confirmation: reproductionText(confirmation),
    replay,
    curl,
  };
  const shortProperties = Object.entries(reproduction).filter(([, text]) => text.length <= MAX_PROPERTY_LENGTH);
  return {
    ...receivedText,
    ...Object.fromEntries(shortProperties.map(([key, text]) => [key, text.toWellFormed()])),
  };
}

const MAX_PROPERTY_LENGTH = 2000;

/** A `reportingDescriptor`. */
interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly defaultConfiguration: { readonly level: SarifLevel };
}

type SarifLevel = 'error' | 'warning' | 'note';

/** Advice does not fail a run; code scanning lets a change pass with warnings. */
function severityLevel(severity: Severity): SarifLevel {
  return severity === 'fault' ? 'error' : 'warning';
}

/** Those of the catalogue in its order, then those that a finding alone knows. */
export function createRules(stages: readonly StageReport[]): readonly SarifRule[] {
  const findings = stages.flatMap((stage) => stage.findings);
  const used = new Set(
    [...stages.flatMap(({ tried: attemptedChecks }) => attemptedChecks), ...findings].map(({ check }) => check),
  );
  const known = new Set(checkCatalog.map(({ id }) => id));
  const others = new Map(
    findings.filter(({ check }) => !known.has(check)).map((finding) => [finding.check, finding] as const),
  );
  return [
    ...checkCatalog.filter(({ id }) => used.has(id)).map(catalogRule),
    ...[...others.values()].toSorted(compareByCheck).map(findingRule),
  ];
}

function compareByCheck(a: Finding, b: Finding): number {
  return a.check < b.check ? -1 : 1;
}

function catalogRule({ id, severity, invariant, title, why }: CatalogEntry): SarifRule {
  return {
    id,
    shortDescription: sarifMessage(title),
    fullDescription: sarifMessage(`What holds where nothing is found: ${invariant}.`),
    help: sarifMessage(`${why}\n\nplant-store explain ${id}`),
    defaultConfiguration: { level: severityLevel(severity) },
  };
}

function findingRule({ check, severity, title, why }: Finding): SarifRule {
  return {
    id: check,
    shortDescription: sarifMessage(title),
    fullDescription: sarifMessage(title),
    help: sarifMessage(why),
    defaultConfiguration: { level: severityLevel(severity) },
  };
}
