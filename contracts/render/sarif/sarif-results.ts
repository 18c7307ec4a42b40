/** The findings of a run and the rules that they violate, as SARIF. */
import { type CatalogEntry, checkCatalog } from '../../catalog/check-catalog.ts';
import { type Finding, isDuplicate, type Severity } from '../../finding/finding.ts';
import type { Report } from '../../report/report.ts';
import type { ReportedFinding, StageReport } from '../../report/stage-report.ts';
import { reproductionText } from '../text/finding-text.ts';
import {
  findingLocation,
  relatedLocations,
  type SarifLocation,
  type SarifMessage,
  sarifMessage,
  shortenText,
} from './sarif-locations.ts';

/** A SARIF `result`. */
interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  /** Present on all results or on none (3.27.23): empty if the finding is not waived. */
  readonly suppressions: readonly Suppression[];
  readonly properties: Readonly<Record<string, string | number>>;
}

interface Suppression {
  readonly kind: 'external';
  readonly status: 'accepted';
  readonly justification: string;
}

/** The number of results that GitHub stores for a run. */
const MAX_RESULTS = 5000;

/** One result for each cause, those that count first; `omittedCount` results exceed the limit. */
export function createResults(
  report: Report,
  ruleIndex: ReadonlyMap<string, number>,
): { readonly results: readonly SarifResult[]; readonly omittedCount: number } {
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
    // Not primaryLocationLineHash: GitHub's upload computes it, and warns about any other.
    partialFingerprints: { 'plantStoreFinding/v1': finding.id },
    suppressions: createSuppressions(finding),
    properties: resultProperties(finding, stage),
  }));
  return { results, omittedCount: all.length - results.length };
}

const levelOrder: readonly SarifLevel[] = ['error', 'warning', 'note'];

/** A waived finding is also a note: some tools ignore suppressions, GitHub among them. */
function resultLevel({ strict }: Report, { severity, waived }: ReportedFinding): SarifLevel {
  if (waived !== undefined) return 'note';
  return strict ? 'error' : severityLevel(severity);
}

function resultText({ title, subject, received, expected, requirement, evidence }: ReportedFinding): string {
  const basis = requirement ?? evidence?.requirement;
  const basisText = basis === undefined ? '' : ` (${shortenText(basis, MAX_PART_LENGTH)})`;
  const [receivedText, expectedText] = [received, expected].map((part) => shortenText(part, MAX_PART_LENGTH));
  return `${title}: ${subject}: received ${receivedText}; expected ${expectedText}${basisText}`;
}

const MAX_PART_LENGTH = 300;

function relatedFields(finding: ReportedFinding): Pick<SarifResult, 'relatedLocations'> {
  const locations = relatedLocations(finding);
  return locations.length === 0 ? {} : { relatedLocations: locations };
}

function createSuppressions({ waived }: ReportedFinding): readonly Suppression[] {
  if (waived === undefined) return [];
  const justification = `${waived.reason} (until ${waived.expires})`;
  return [{ kind: 'external', status: 'accepted', justification }];
}

/** How to reproduce the finding. A text is complete or left out: half a command does something else. */
function resultProperties(
  { id, severity, similarCount, evidence }: ReportedFinding,
  stage: string,
): SarifResult['properties'] {
  const baseProperties = {
    findingId: id,
    stage,
    severity,
    ...(similarCount === 0 ? {} : { similarCount }),
  };
  if (evidence === undefined) return baseProperties;
  const { caseId, category, mutation, curl, replay, reproduction } = evidence;
  const details = {
    caseId,
    category,
    mutation,
    reproduction: reproductionText(reproduction),
    replay,
    curl,
  };
  const shortProperties = Object.entries(details).filter(([, text]) => text.length <= MAX_PROPERTY_LENGTH);
  return {
    ...baseProperties,
    ...Object.fromEntries(shortProperties.map(([key, text]) => [key, text.toWellFormed()])),
  };
}

const MAX_PROPERTY_LENGTH = 2000;

/** A SARIF `reportingDescriptor`. */
interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly defaultConfiguration: { readonly level: SarifLevel };
}

type SarifLevel = 'error' | 'warning' | 'note';

/** Warnings do not fail a run; code scanning lets a change pass with warnings. */
function severityLevel(severity: Severity): SarifLevel {
  return severity === 'error' ? 'error' : 'warning';
}

/** Rules of the catalog in its order, then those that only a finding knows. */
export function createRules(stages: readonly StageReport[]): readonly SarifRule[] {
  const findings = stages.flatMap((stage) => stage.findings);
  const used = new Set(
    [...stages.flatMap(({ attemptedChecks }) => attemptedChecks), ...findings].map(({ check }) => check),
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
    fullDescription: sarifMessage(`Requirement: ${invariant}.`),
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
