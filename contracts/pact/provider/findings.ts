/** What a verification found, in the form that every stage of the gate shares: one finding for each cause. */
import { type Place, sourceLine } from '../../../spec/model/contract.ts';
import { sentenceOf } from '../../conformance/telling/sentence.ts';
import {
  type AnswerPart,
  type BrokenPact,
  BY_PACT,
  type Confirmation,
  type Evidence,
  type Finding,
} from '../../finding/finding.ts';
import { namesMeant, quoteOf } from '../../finding/quote.ts';
import { interactionName } from '../file/interaction.ts';
import type { Breach } from './contract-check.ts';
import { type EvidenceContext, evidenceOf } from './evidence.ts';
import type { JudgedInteraction } from './interaction-result.ts';
import type { Mismatch } from './verifier-report.ts';

/** Of an interaction that failed: what breaks the contract first, then what only the consumer expects. */
export function findingsOf(result: JudgedInteraction, telling: EvidenceContext): readonly Finding[] {
  const causes = causesOf(result);
  return causes.map((cause) =>
    'breach' in cause ? fromBreach(cause, result, telling) : fromMismatches(cause, result, telling),
  );
}

type Cause =
  | { readonly breach: Breach; readonly mismatches: readonly Mismatch[] }
  | { readonly mismatches: readonly [Mismatch, ...Mismatch[]] };

/** A wrong status is why the rest of an answer is another one; a wrong value is one cause for both sides. */
function causesOf({ breaches, mismatches }: JudgedInteraction): readonly Cause[] {
  const explained = breaches.map((breach) => ({
    breach,
    mismatches: mismatches.filter(({ part }) => isSamePart(breach.violation.at, part)),
  }));
  const told = new Set(explained.flatMap((cause) => cause.mismatches));
  const left = mismatches.filter((one) => !told.has(one));
  const status = left.find(({ part }) => part?.in === 'status');
  if (status !== undefined)
    return [...explained, { mismatches: [status, ...left.filter((one) => one !== status)] }];
  return [...explained, ...left.map((one) => ({ mismatches: [one] as const }))];
}

function isSamePart(wrong: AnswerPart | undefined, expected: AnswerPart | undefined): boolean {
  // That no answer came is about no part of one.
  if (wrong === undefined || expected === undefined) return wrong === expected;
  if (wrong.in === 'status') return true;
  if (wrong.in === 'header')
    return expected.in === 'header' && expected.name.toLowerCase() === wrong.name.toLowerCase();
  if (expected.in !== 'body') return false;
  if (!('path' in wrong) || !('path' in expected)) return true;
  const [outer, inner] = [wrong.path, expected.path].toSorted((a, b) => a.length - b.length);
  return outer?.every((step, index) => step === inner?.[index]) === true;
}

function fromBreach(
  { breach: { check, violation }, mismatches }: Extract<Cause, { breach: Breach }>,
  result: JudgedInteraction,
  telling: EvidenceContext,
): Finding {
  const { contract, mask } = telling;
  const { at, place, key } = violation;
  const { interaction, operation = '' } = result;
  const declared = contract.operations.find(({ id }) => id === operation);
  return {
    check: check.id,
    title: check.title,
    why: check.why,
    severity: result.isPending ? 'advice' : 'fault',
    subject: operation,
    expected: mask(violation.expected),
    received: mask(violation.received),
    at,
    rule: violation.rule ?? sentenceOf(place, contract, declared),
    quote: quoteOf(contract, place, namesMeant(at, undefined)),
    breaks: [brokenPact(result, mismatches, mask)],
    ...common(result, telling, {
      at,
      place,
      fingerprint: `${BY_PACT}${check.id}|${operation}|${key}|${interactionName(interaction)}`,
    }),
  };
}

function fromMismatches(
  { mismatches }: { readonly mismatches: readonly [Mismatch, ...Mismatch[]] },
  result: JudgedInteraction,
  telling: EvidenceContext,
): Finding {
  const [{ at: name, part, expected, received }] = mismatches;
  const { contract, mask } = telling;
  const { interaction, isPending } = result;
  const operation = contract.operations.find(({ id }) => id === result.operation);
  const subject = interactionName(interaction);
  const place = operation?.place ?? contract.place;
  return {
    check: 'pact-expectation',
    ...pactChecks['pact-expectation'],
    severity: isPending ? 'advice' : 'fault',
    subject,
    expected: mask(`${name}: ${expected}`),
    received: mask(received),
    at: part,
    breaks: [brokenPact(result, mismatches, mask)],
    ...common(result, telling, {
      at: part,
      place,
      fingerprint: `pact-expectation|${result.consumer}|${subject}|${name}`,
    }),
  };
}

interface Common {
  readonly at: AnswerPart | undefined;
  readonly place: Place;
  readonly fingerprint: string;
}

function common(result: JudgedInteraction, telling: EvidenceContext, { at, place, fingerprint }: Common) {
  const evidence = evidenceOf(result, telling, at);
  return {
    place,
    line: sourceLine(telling.contract, place),
    otherPlace: result.interaction.place,
    fingerprint: telling.mask(fingerprint),
    more: 0,
    ...(evidence === undefined ? {} : { evidence: seenOnce(evidence) }),
  };
}

function seenOnce(evidence: Omit<Evidence, 'confirmation'>): Evidence {
  const confirmation: Confirmation = { seen: 1, sent: 1, gone: false };
  return { ...evidence, confirmation };
}

function brokenPact(
  { consumer, interaction }: JudgedInteraction,
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

/** The check of this stage that is none of the verifier's; `plant-store explain` tells it. */
export const pactChecks = {
  'pact-expectation': {
    holds: 'the answer to an interaction is what its consumer expects',
    title: 'The answer is not what the consumer expects',
    why: 'The consumer of this pact breaks against this implementation, though the contract may allow the answer. Correct the implementation, or agree with the consumer on another pact; where the interaction names a provider state, see that it was set up (--states).',
    restsOn: 'the pact: its consumer has tested that it gets along with such an answer',
  },
} as const;
