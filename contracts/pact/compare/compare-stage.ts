/** A comparison as a stage of a report and as JSON. */
import type { Place } from '../../../spec/model/contract.ts';
import { type Finding, findingId } from '../../finding/finding.ts';
import type { WaiverLookup } from '../../report/report.ts';
import type { AppliedWaiver, AttemptedCheck, StageReport } from '../../report/stage-report.ts';
import { pluralize } from '../../report/text-format.ts';
import { interactionName } from '../file/interaction.ts';
import { type CompareFinding, type CompareResult, type CompareSeverity, toFindings } from './findings.ts';

export function comparePactsStage(results: readonly CompareResult[]): Omit<StageReport<Finding>, 'name' | 'ms'> {
  const findings = results.flatMap(toFindings);
  const compared = results.reduce((sum, { interactions }) => sum + interactions, 0);
  const silent = results
    .flatMap((result) => result.findings)
    .filter(({ severity }) => severity === 'unspecified').length;
  return {
    status: findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed',
    summary: `${pluralize(compared, 'interaction')} compared with the contract${silent === 0 ? '' : `, ${silent} not specified by it`}`,
    attemptedChecks: results.flatMap(attemptedChecks),
    findings,
    notes: [],
    unattempted: [],
  };
}

/** Every interaction, with or without findings. */
function attemptedChecks({ consumer, compared }: CompareResult): readonly AttemptedCheck[] {
  return compared.map((interaction) => ({
    subject: interactionName(interaction),
    check: 'pact-compatible',
    count: 1,
    consumer,
    place: interaction.place,
  }));
}

/** The JSON that `pact compare --json` prints: one for each pact, in the order given. */
interface PactComparisonData {
  /** There are no errors other than waived ones. */
  readonly ok: boolean;
  readonly pactFile: string;
  readonly consumer: string;
  /** Number of interactions compared. */
  readonly interactions: number;
  readonly findings: readonly {
    /** The finding id for waivers; null for `silent`, which needs no waiver. */
    readonly id: string | null;
    /** Set if the finding is waived and does not count. */
    readonly waived?: AppliedWaiver;
    readonly severity: CompareSeverity;
    /** `part.aspect.verdict` */
    readonly code: string;
    readonly message: string;
    readonly received: string;
    readonly expected: string;
    /** Null for a finding about the whole pact. */
    readonly interaction: { readonly description: string; readonly states: readonly string[] } | null;
    readonly pact: PlaceData;
    readonly spec: PlaceData;
  }[];
}

/** A JSON Pointer with its line number, from 1, and the text of that line. */
interface PlaceData extends Place {
  readonly text: string;
}

export function toComparisonData(
  { pactFile, consumer, interactions, findings }: CompareResult,
  findWaiver: WaiverLookup,
): PactComparisonData {
  const findingsData = findings.map((finding) => toFindingData(finding, findWaiver));
  const ok = findingsData.every(({ severity, waived }) => severity !== 'error' || waived !== undefined);
  return { ok, pactFile, consumer, interactions, findings: findingsData };
}

function toFindingData(finding: CompareFinding, findWaiver: WaiverLookup): PactComparisonData['findings'][number] {
  const [reported] = toFindings({ findings: [finding] });
  const waived = reported === undefined ? undefined : findWaiver(reported);
  const { severity, code, message, received, expected, interaction } = finding;
  const names = interaction && {
    description: interaction.description,
    states: interaction.states.map(({ name }) => name),
  };
  return {
    id: reported === undefined ? null : findingId(reported),
    ...(waived === undefined ? {} : { waived }),
    severity,
    code,
    message,
    received,
    expected,
    interaction: names ?? null,
    pact: { ...finding.pactPlace, text: finding.pactLine },
    spec: { ...finding.specPlace, text: finding.specLine },
  };
}
