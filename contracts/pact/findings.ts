/** What the Pact side found, in the form that every stage of the gate shares. */
import { type Contract, type Place, sourceLine } from '../../spec/contract.ts';
import type { Finding, Severity } from '../finding.ts';
import type { CompareFinding, CompareResult } from './compare/compare.ts';
import { interactionName } from './file/interaction.ts';
import type { InteractionResult } from './provider/interaction-result.ts';
import type { ProviderResult } from './provider/provider.ts';

/** One for each place where the pact and the contract differ; warnings are advice, silence is none. */
export function compareFindings({ findings }: CompareResult, contract: Contract): readonly Finding[] {
  return findings
    .filter(({ severity }) => severity !== 'silent')
    .map((found) => toFinding(fromComparison(found), contract));
}

/** One for each way in which an answer is not what the consumer expects, or not what the contract says. */
export function providerFindings({ interactions }: ProviderResult, contract: Contract): readonly Finding[] {
  return interactions.flatMap((result) => [
    ...result.mismatches.map((said) =>
      toFinding(fromAnswer('pact-expectation', said, result, contract), contract),
    ),
    ...result.violations.map((said) =>
      toFinding(fromAnswer('pact-answer', said, result, contract), contract),
    ),
  ]);
}

interface Draft {
  readonly check: 'pact-compatible' | 'pact-expectation' | 'pact-answer';
  readonly severity: Severity;
  readonly subject: string;
  /** What it is about within the subject: a code, or the part of the answer. */
  readonly at: string;
  readonly expected: string;
  readonly received: string;
  readonly place: Place;
  readonly otherPlace: Place;
}

function fromComparison(found: CompareFinding): Draft {
  const { severity, code, received, expected, interaction, pactPlace, specPlace } = found;
  return {
    check: 'pact-compatible',
    severity: severity === 'error' ? 'fault' : 'advice',
    subject: interaction === undefined ? 'the pact' : interactionName(interaction),
    at: `${code} ${pactPlace.pointer}`,
    expected,
    received,
    place: specPlace,
    otherPlace: pactPlace,
  };
}

interface Said {
  readonly at: string;
  readonly expected: string;
  readonly received: string;
  readonly place?: Place;
}

function fromAnswer(check: Draft['check'], said: Said, result: InteractionResult, contract: Contract): Draft {
  const operation = contract.operations.find(({ id }) => id === result.operation);
  return {
    check,
    severity: 'fault',
    subject: interactionName(result.interaction),
    at: said.at,
    expected: said.expected,
    received: said.received,
    place: said.place ?? operation?.place ?? contract.place,
    otherPlace: result.interaction.place,
  };
}

/** What each check of the Pact side means; `plant-store explain` tells it. */
export const pactChecks = {
  'pact-compatible': {
    holds: 'what a pact sends and expects is what the contract declares',
    title: 'The pact and the contract differ',
    why: 'A consumer built on this pact breaks against an implementation that keeps the contract. Correct the consumer, or change the contract with all who rely on it.',
  },
  'pact-expectation': {
    holds: 'the answer to an interaction is what its consumer expects',
    title: 'The answer is not what the consumer expects',
    why: 'The consumer of this pact breaks against this implementation. Correct the implementation, or agree with the consumer on another pact.',
  },
  'pact-answer': {
    holds: 'the answer to an interaction is valid by the contract',
    title: 'The answer to the consumer breaks the contract',
    why: 'The consumer may not look at this part of the answer today; the contract promises it all the same.',
  },
} as const;

function toFinding({ at, ...draft }: Draft, contract: Contract): Finding {
  return {
    ...draft,
    title: pactChecks[draft.check].title,
    why: pactChecks[draft.check].why,
    line: sourceLine(contract, draft.place),
    fingerprint: [draft.check, draft.subject, at].join(' | '),
    more: 0,
  };
}
