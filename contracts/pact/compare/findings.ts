/** Findings of a comparison, before and after lines are looked up, and their conversion to the findings of a report. */
import type { Place } from '../../../spec/model/contract.ts';
import type { Finding } from '../../finding/finding.ts';
import { type Interaction, interactionName } from '../file/interaction.ts';

/**
 * `error`: the pact contradicts the contract; `warning`: it relies on something that the contract does not promise, or
 * may not work; `silent`: the contract does not specify it, or this check cannot decide.
 */
export type CompareSeverity = 'error' | 'warning' | 'unspecified';

/** One difference, with its place in the pact and in the contract. */
export interface CompareFinding {
  readonly severity: CompareSeverity;
  /** `part.aspect.verdict`: `request.body.incompatible`. */
  readonly code: string;
  /** `body.tag: received integer 5; the contract says string` */
  readonly message: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** Undefined for a finding about the whole pact. */
  readonly interaction: Interaction | undefined;
  /** The consumer of the pact. */
  readonly consumer: string;
  readonly pactPlace: Place;
  /** The text of that line, trimmed. */
  readonly pactLine: string;
  readonly specPlace: Place;
  readonly specLine: string;
}

export interface CompareResult {
  readonly pactFile: string;
  readonly consumer: string;
  /** Number of interactions compared; never 0. */
  readonly interactions: number;
  readonly compared: readonly Interaction[];
  /** By line in the pact. */
  readonly findings: readonly CompareFinding[];
  /** There are no errors. */
  readonly ok: boolean;
}

/** A finding of one check, before lines are looked up. */
export interface RawFinding {
  readonly severity: CompareSeverity;
  readonly code: string;
  /** The part that the finding is about: `body.tag`, `status`, `query.limit`. */
  readonly part: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** JSON Pointer into the pact; for a missing part, to its parent. */
  readonly pointer: string;
  /** The place in the document. */
  readonly place: Place;
}

/** `body.tag: received integer 5; the contract says string` */
export function formatMessage({ part, received, expected }: RawFinding): string {
  return `${part}: received ${received}; the contract says ${expected}`;
}

/** One finding for each difference; `silent` differences are left out. */
export function toFindings({ findings }: Pick<CompareResult, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'unspecified').map(toFinding);
}

function toFinding(finding: CompareFinding): Finding {
  const { severity, received, expected, interaction, pactPlace, pactLine, specPlace, specLine } = finding;
  const check = 'pact-compatible';
  const subject = interaction === undefined ? 'the pact' : interactionName(interaction);
  const isWarning = severity !== 'error';
  return {
    check,
    severity: isWarning ? 'warning' : 'error',
    title: isWarning ? warningTitle : compareChecks[check].title,
    why: isWarning ? warningReason : compareChecks[check].why,
    subject,
    requirement: `${finding.code} at ${finding.message.slice(0, finding.message.indexOf(': received '))}`,
    expected,
    received,
    place: specPlace,
    lineText: specLine,
    otherPlace: pactPlace,
    otherLineText: pactLine,
    fingerprint: [check, finding.consumer, subject, placeKey(finding)].join(' | '),
    similarCount: 0,
  };
}

/** The interaction index is removed, because it changes when other interactions are recorded. */
function placeKey({ code, pactPlace: { pointer } }: CompareFinding): string {
  return `${code} ${pointer.replace(/^\/interactions\/\d+/, '')}`;
}

const warningTitle = 'The pact goes beyond the contract';

const warningReason =
  'It works only while the implementation does more than the contract declares. Rely on what the contract declares, or add it to the contract.';

/** Explanation of the check, for `plant-store explain`. */
export const compareChecks = {
  'pact-compatible': {
    invariant: 'the requests and expected responses of a pact conform to the contract',
    title: 'The pact and the contract differ',
    why: 'A consumer built on this pact fails with an implementation that conforms to the contract. Fix the consumer, or agree on a change of the contract with everyone who uses it.',
    references:
      'the contract and the pact, each with its line: the request as OpenAPI declares it, the response by the schema of its status',
  },
} as const;
