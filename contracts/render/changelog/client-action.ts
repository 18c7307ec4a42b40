/** What the developers of a client have to do about a change. */
import type { Change } from '../../../spec/diff/rules/change.ts';

interface Instruction {
  /** Of the ids of rules. */
  readonly ids: RegExp;
  readonly text: (change: Change) => string;
}

const part = ({ at }: Change) => (at === '' ? 'the operation' : at);

/** The first that matches counts. */
const instructions: readonly Instruction[] = [
  { ids: /^api-removed|^api-call-removed/, text: () => 'Do without it before the new version replaces the old one.' },
  { ids: /^api-moved/, text: ({ is }) => `Call ${is} instead.` },
  { ids: /^api-operation-id/, text: ({ is }) => `Generate the client again, and use its new name: ${is}.` },
  { ids: /^api-server-removed/, text: ({ is }) => `Call another server: ${is}.` },
  { ids: /^api-server/, text: ({ is }) => `Check which server you call: ${is}.` },
  { ids: /^api-security-url/, text: ({ is }) => `Get tokens from the new URL: ${is}.` },
  { ids: /^api-security/, text: ({ is }) => `Send the credentials that the new version requires: ${is}.` },
  { ids: /^new-required|-added-required$|required-property-added$/, text: (change) => `Send ${part(change)}.` },
  { ids: /^request-.*became-required$/, text: (change) => `Always send ${part(change)}.` },
  {
    ids: /^request-(?:parameter-|body-|property-|optional-property-|required-property-)?(?:property-)?removed/,
    text: (change) => `Stop sending ${part(change)}.`,
  },
  { ids: /^request-.*default-value/, text: (change) => `Send ${part(change)} if you relied on its default.` },
  {
    ids: /^request-/,
    text: (change) => `Send only what the new version accepts: ${part(change)} was ${change.was}, now ${change.is}.`,
  },
  { ids: /^response-.*removed|became-optional$|write-only$/, text: (change) => `Do not rely on ${part(change)}.` },
  {
    ids: /^response-/,
    text: (change) => `Support what the new version returns: ${part(change)} was ${change.was}, now ${change.is}.`,
  },
];

/** Undefined if clients have nothing to do. */
export function clientAction(change: Change): string | undefined {
  if (change.rule.impact === 'harmless') return undefined;
  const instruction = instructions.find(({ ids }) => ids.test(change.rule.id));
  return (
    instruction?.text(change) ?? `Check whether you rely on it: ${part(change)} was ${change.was}, now ${change.is}.`
  );
}
