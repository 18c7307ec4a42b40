/** Why our verdict on an interaction in the fixtures of openapi-pact-comparator differs from theirs. */
import type { ComparedInteractionVerdict } from './comparator-suite.ts';

interface DifferenceReason {
  /** Of the fixtures. */
  readonly fixture?: RegExp;
  readonly ours?: RegExp;
  readonly theirs?: RegExp;
  readonly reason: string;
}

/** The first that matches counts. */
const reasons: readonly DifferenceReason[] = [
  {
    fixture: /^(?:broken-references|request-security-extra)/,
    reason: 'the document is invalid: it refers to what does not exist; we reject it with exit code 2',
  },
  {
    ours: /Cannot verify the pact reliably/,
    reason: 'the pact is malformed; we reject it instead of skipping interactions',
  },
  {
    ours: /^warning response\.body\.optional/,
    reason: 'the consumer relies on a property that the contract leaves optional: we warn',
  },
  {
    ours: /^$/,
    theirs: /unvalidatable|content-type\.missing|status\.default|accept\.unknown|^request\.content-type\.incompatible/,
    reason:
      'the contract does not forbid it, or the interaction expects the error that it causes; they warn also that they cannot validate a body',
  },
  {
    ours: /^unspecified response\.header/,
    reason: 'any server, cache or proxy may add the header: unspecified, where they warn',
  },
  {
    fixture: /^if-then-else/,
    reason:
      'a pact lists what its consumer reads, so a missing property of an expected response is no error, whatever requires it',
  },
  {
    fixture: /^request-parameters-header/,
    ours: /x-optional-object/,
    reason: 'explode is false by default: the header is `string,abc,number,123`',
  },
  {
    fixture: /^request-parameters-path-extra/,
    reason:
      'the names in the path, such as {id*} or {.id}, are not those of the parameters, so nothing declares their values',
  },
  {
    fixture: /^request-security/,
    reason: 'they do not check credentials in cookies; `NAME: value` is no cookie',
  },
  {
    fixture: /^response-content-negotiation-swagger2/,
    reason: 'in Swagger 2, a response without a schema has no content, so that no media type can be wrong',
  },
  {
    fixture: /^request-body-swagger2/,
    reason:
      'in Swagger 2, only formData parameters describe forms; a body parameter does not, whatever "consumes" lists',
  },
  {
    fixture: /case-sensitivity|^base-path|^references|^request-parameters-path$/,
    ours: /path-or-method|provider\.unknown/,
    reason:
      'paths are case-sensitive and begin with a slash, a base path is declared by servers, and `*` in a path is a literal; they have settings for these',
  },
  {
    fixture: /^discriminator-mapping/,
    ours: /^warning response\.body\.discriminator/,
    reason: 'a discriminator is a hint, whose value "should" select an alternative: we warn',
  },
  {
    ours: /^warning request\.valid\.rejected/,
    reason: 'the pact expects the rejection of a request that the contract allows: we warn',
  },
];

/** Undefined if none is known. */
export function findComparatorReason({
  fixture,
  ourResults,
  theirResults,
}: ComparedInteractionVerdict): string | undefined {
  const matches = (pattern: RegExp | undefined, texts: readonly string[]) =>
    pattern === undefined || (texts.length === 0 ? [''] : texts).some((text) => pattern.test(text));
  return reasons.find(
    (one) => matches(one.fixture, [fixture]) && matches(one.ours, ourResults) && matches(one.theirs, theirResults),
  )?.reason;
}
