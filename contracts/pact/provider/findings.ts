/** Creates the findings of a verification: one finding for each cause. */
import { type Place, sourceLine } from '../../../spec/model/contract.ts';
import { findContractSentence } from '../../conformance/findings/contract-sentence.ts';
import {
  type BrokenPact,
  type Evidence,
  type Finding,
  PACT_FINGERPRINT_PREFIX,
  type Reproduction,
  type ResponsePart,
} from '../../finding/finding.ts';
import { highlightedNames, sourceSnippet } from '../../finding/source-snippet.ts';
import { interactionName } from '../file/interaction.ts';
import type { ContractViolation } from './contract-check.ts';
import { createPactEvidence, type EvidenceContext } from './evidence.ts';
import type { CheckedInteraction } from './interaction-result.ts';
import type { Mismatch } from './verifier-report.ts';

/**
 * The findings of a failed interaction: first violations of the contract, then mismatches with the consumer's
 * expectation only.
 */
export function createFindings(result: CheckedInteraction, context: EvidenceContext): readonly Finding[] {
  const causes = groupByCause(result);
  return causes.map((cause) =>
    'violation' in cause ? violationFinding(cause, result, context) : mismatchFinding(cause, result, context),
  );
}

type FailureCause =
  | { readonly violation: ContractViolation; readonly mismatches: readonly Mismatch[] }
  | { readonly mismatches: readonly [Mismatch, ...Mismatch[]] };

/**
 * A wrong status explains the other mismatches; a wrong value that violates the contract explains the mismatch in the
 * same part.
 */
function groupByCause({ violations, mismatches }: CheckedInteraction): readonly FailureCause[] {
  const explained = violations.map((contractViolation) => ({
    violation: contractViolation,
    mismatches: mismatches.filter(({ part }) => isSamePart(contractViolation.violation.responsePart, part)),
  }));
  const explainedMismatches = new Set(explained.flatMap((cause) => cause.mismatches));
  const unexplained = mismatches.filter((one) => !explainedMismatches.has(one));
  const status = unexplained.find(({ part }) => part?.in === 'status');
  if (status !== undefined)
    return [...explained, { mismatches: [status, ...unexplained.filter((one) => one !== status)] }];
  return [...explained, ...unexplained.map((one) => ({ mismatches: [one] as const }))];
}

function isSamePart(violated: ResponsePart | undefined, expected: ResponsePart | undefined): boolean {
  // A missing response has no part.
  if (violated === undefined || expected === undefined) return violated === expected;
  if (violated.in === 'status') return true;
  if (violated.in === 'header')
    return expected.in === 'header' && expected.name.toLowerCase() === violated.name.toLowerCase();
  if (expected.in !== 'body') return false;
  if (!('path' in violated) || !('path' in expected)) return true;
  const [outer, inner] = [violated.path, expected.path].toSorted((a, b) => a.length - b.length);
  return outer?.every((step, index) => step === inner?.[index]) === true;
}

function violationFinding(
  { violation: { check, violation }, mismatches }: Extract<FailureCause, { violation: ContractViolation }>,
  result: CheckedInteraction,
  context: EvidenceContext,
): Finding {
  const { contract, mask } = context;
  const { responsePart, place, key } = violation;
  const { interaction, operation = '' } = result;
  const declared = contract.operations.find(({ id }) => id === operation);
  return {
    check: check.id,
    title: check.title,
    why: check.why,
    severity: result.isPending ? 'warning' : 'error',
    subject: operation,
    expected: mask(violation.expected),
    received: mask(violation.received),
    responsePart,
    requirement: violation.requirement ?? findContractSentence(place, contract, declared),
    snippet: sourceSnippet(contract, place, highlightedNames(responsePart, undefined)),
    brokenPacts: [brokenPact(result, mismatches, mask)],
    ...sharedFields(result, context, {
      at: responsePart,
      place,
      fingerprint: `${PACT_FINGERPRINT_PREFIX}${check.id}|${operation}|${key}|${interactionName(interaction)}`,
    }),
  };
}

function mismatchFinding(
  { mismatches }: { readonly mismatches: readonly [Mismatch, ...Mismatch[]] },
  result: CheckedInteraction,
  context: EvidenceContext,
): Finding {
  const [{ label: name, part, expected, received }] = mismatches;
  const { contract, mask } = context;
  const { interaction, isPending } = result;
  const operation = contract.operations.find(({ id }) => id === result.operation);
  const subject = interactionName(interaction);
  const place = operation?.place ?? contract.place;
  return {
    check: 'pact-expectation',
    ...pactChecks['pact-expectation'],
    severity: isPending ? 'warning' : 'error',
    subject,
    expected: mask(`${name}: ${expected}`),
    received: mask(received),
    responsePart: part,
    brokenPacts: [brokenPact(result, mismatches, mask)],
    ...sharedFields(result, context, {
      at: part,
      place,
      fingerprint: `pact-expectation|${result.consumer}|${subject}|${name}`,
    }),
  };
}

interface SharedFields {
  readonly at: ResponsePart | undefined;
  readonly place: Place;
  readonly fingerprint: string;
}

function sharedFields(result: CheckedInteraction, context: EvidenceContext, { at, place, fingerprint }: SharedFields) {
  const evidence = createPactEvidence(result, context, at);
  return {
    place,
    lineText: sourceLine(context.contract, place),
    otherPlace: result.interaction.place,
    fingerprint: context.mask(fingerprint),
    similarCount: 0,
    ...(evidence === undefined ? {} : { evidence: withSingleReproduction(evidence) }),
  };
}

function withSingleReproduction(evidence: Omit<Evidence, 'reproduction'>): Evidence {
  const confirmation: Reproduction = { reproduced: 1, attempts: 1, isUnreachable: false };
  return { ...evidence, reproduction: confirmation };
}

function brokenPact(
  { consumer, interaction }: CheckedInteraction,
  mismatches: readonly Mismatch[],
  mask: EvidenceContext['mask'],
): BrokenPact {
  return {
    consumer,
    interaction: interactionName(interaction),
    messages: mismatches.map(({ message }) => mask(message)),
    place: interaction.place,
  };
}

/** The check that only this stage has; explained by `plant-store explain`. */
export const pactChecks = {
  'pact-expectation': {
    invariant: 'the response to an interaction is what its consumer expects',
    title: 'The response is not what the consumer expects',
    why: 'The consumer of this pact fails with this implementation, although the contract may allow the response. Fix the implementation, or agree on a different pact with the consumer. If the interaction has a provider state, check that it was set up (--states).',
    references: 'the pact: the tests of its consumer pass with this response',
  },
} as const;
