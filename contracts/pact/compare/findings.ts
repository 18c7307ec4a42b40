/** What a comparison finds, before and after the lines of both files are looked up, and in the form of every stage. */
import type { Place } from '../../../spec/model/contract.ts';
import type { Finding } from '../../finding/finding.ts';
import { type Interaction, interactionName } from '../file/interaction.ts';

/**
 * `error`: the pact contradicts the contract; `warning`: it relies on what the contract does not promise, or may not
 * work; `silent`: the contract does not say, or it cannot be told here.
 */
export type CompareSeverity = 'error' | 'warning' | 'silent';

/** One difference, pointing at both sides. */
export interface CompareFinding {
  readonly severity: CompareSeverity;
  /** `part.aspect.verdict`: `request.body.incompatible`. */
  readonly code: string;
  /** `body.tag: received integer 5; the contract says string` */
  readonly message: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** Undefined for what is about the pact as a whole. */
  readonly interaction: Interaction | undefined;
  /** Whose pact it is. */
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
  /** How many interactions were compared; never 0. */
  readonly interactions: number;
  /** Those. */
  readonly compared: readonly Interaction[];
  /** In the order of the pact. */
  readonly findings: readonly CompareFinding[];
  /** No finding is an error. */
  readonly ok: boolean;
}

/** What one check of one interaction found, before the lines of both files are looked up. */
export interface RawFinding {
  readonly severity: CompareSeverity;
  readonly code: string;
  /** The part that it is about: `body.tag`, `status`, `query.limit`. */
  readonly part: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** Into the pact; what is missing is pointed at by what it is missing from. */
  readonly pointer: string;
  /** In the document. */
  readonly place: Place;
}

/** `body.tag: received integer 5; the contract says string` */
export function formatMessage({ part, received, expected }: RawFinding): string {
  return `${part}: received ${received}; the contract says ${expected}`;
}

/** One for each place where the pact and the contract differ; warnings are advice, silence is none. */
export function toFindings({ findings }: Pick<CompareResult, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'silent').map(toFinding);
}

function toFinding(finding: CompareFinding): Finding {
  const { severity, received, expected, interaction, pactPlace, pactLine, specPlace, specLine } = finding;
  const check = 'pact-compatible';
  const subject = interaction === undefined ? 'the pact' : interactionName(interaction);
  const isWarning = severity !== 'error';
  return {
    check,
    severity: isWarning ? 'advice' : 'fault',
    title: isWarning ? warningTitle : compareChecks[check].title,
    why: isWarning ? warningReason : compareChecks[check].why,
    subject,
    rule: `${finding.code} at ${finding.message.slice(0, finding.message.indexOf(': received '))}`,
    expected,
    received,
    place: specPlace,
    line: specLine,
    otherPlace: pactPlace,
    otherLine: pactLine,
    fingerprint: [check, finding.consumer, subject, placeKey(finding)].join(' | '),
    more: 0,
  };
}

/** Of an interaction, which its name tells from others: its number changes with what is recorded before it. */
function placeKey({ code, pactPlace: { pointer } }: CompareFinding): string {
  return `${code} ${pointer.replace(/^\/interactions\/\d+/, '')}`;
}

const warningTitle = 'The pact goes beyond the contract';

const warningReason =
  'It works as long as the implementation happens to do more than it promises. Rely on what the contract declares, or have it declared.';

/** What the check of this side means; `plant-store explain` tells it. */
export const compareChecks = {
  'pact-compatible': {
    invariant: 'what a pact sends and expects is what the contract declares',
    title: 'The pact and the contract differ',
    why: 'A consumer built on this pact breaks against an implementation that keeps the contract. Correct the consumer, or change the contract with all who rely on it.',
    references:
      'the contract and the pact, each with its line: the request as OpenAPI declares it, the answer by the schema of its status',
  },
} as const;
