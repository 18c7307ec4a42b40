/** What a machine reads of a comparison: plain JSON. */
import type { Place } from '../../../spec/contract.ts';
import type { CompareFinding, CompareResult, CompareSeverity } from './compare-finding.ts';

/** What `pact compare --json` prints: one for each pact, in the order given. */
export interface CompareData {
  /** No finding is an error. */
  readonly ok: boolean;
  readonly pactFile: string;
  readonly consumer: string;
  /** How many were compared. */
  readonly interactions: number;
  readonly findings: readonly {
    readonly severity: CompareSeverity;
    /** `part.aspect.verdict` */
    readonly code: string;
    readonly message: string;
    readonly received: string;
    readonly expected: string;
    /** Null for what is about the pact as a whole. */
    readonly interaction: { readonly description: string; readonly states: readonly string[] } | null;
    readonly pact: PlaceData;
    readonly spec: PlaceData;
  }[];
}

/** A JSON Pointer and the line of it, from 1, with its text. */
export interface PlaceData extends Place {
  readonly text: string;
}

export function compareData({ pactFile, consumer, interactions, findings, ok }: CompareResult): CompareData {
  return { ok, pactFile, consumer, interactions, findings: findings.map(findingData) };
}

function findingData(finding: CompareFinding): CompareData['findings'][number] {
  const { severity, code, message, received, expected, interaction } = finding;
  const names = interaction && {
    description: interaction.description,
    states: interaction.states.map(({ name }) => name),
  };
  return {
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
