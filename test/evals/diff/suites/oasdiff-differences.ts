/** Why our verdict on a test of oasdiff differs from theirs. A difference without a reason is ours to fix. */
import type { ComparedTest } from './oasdiff-suite.ts';

interface DifferenceReason {
  /** Of the rules that they expect. */
  readonly expected?: RegExp;
  /** Of the names of the tests. */
  readonly name?: RegExp;
  /** Of what we report. */
  readonly reported?: RegExp;
  readonly reason: string;
}

/** The first that matches counts. */
const reasons: readonly DifferenceReason[] = [
  {
    reported: /not valid OpenAPI/,
    reason: 'the documents are invalid, such as a list of types in OpenAPI 3.0; we reject them with exit code 2',
  },
  {
    expected: /sunset|extensible-enum/,
    reason: 'the rule is about an extension of oasdiff (x-sunset, x-extensible-enum), which other tools do not read',
  },
  {
    name: /Deprecation|DeprecatedEndpoint|DeletedParameter$/,
    reason: 'a removal is risky if the part was deprecated, whatever its sunset date, and breaking if it was not',
  },
  {
    expected: /operation-id/,
    reason: 'another operationId renames the functions of generated clients: risky',
  },
  { name: /OperationID$/, reason: 'another operationId renames the functions of generated clients: risky' },
  {
    expected: /security/,
    reason: 'credentials or scopes that clients do not have are breaking, and another OAuth URL is risky',
  },
  { name: /Servers/, reason: 'clients that call a removed server get no response: breaking' },
  {
    expected: /default-value/,
    reason:
      'another default changes the meaning of what clients leave out, not what is valid: risky in both directions',
  },
  {
    expected: /content-(?:schema|media-type|encoding)/,
    reason: 'the keywords of contents validate nothing: risky in both directions; contentSchema is not compared',
  },
  {
    expected: /discriminator/,
    reason:
      'a discriminator says how a value is read: values that it no longer selects are breaking for requests, new ones for responses',
  },
  {
    name: /ResponseAddMediaType|AddNewMediaType/,
    reason: 'clients without an Accept header may get a new media type of a response: risky',
  },
  {
    expected: /enum-value-added/,
    reason: 'the old contract allowed no other value of a response: breaking, where oasdiff warns',
  },
  {
    expected: /request-.*(?:exclusive-)?(?:max|min)(?:-length)?-set/,
    reported: /-(?:set|specialized) /,
    reason: 'a new limit of a request rejects values that clients may send: breaking, where oasdiff warns',
  },
  {
    expected: /write-only|read-only/,
    reason:
      'a property that becomes readOnly is risky in requests and one that becomes writeOnly is missing in responses; the reverse adds it',
  },
  {
    name: /WriteOnlyDelete|WriteOnlyEnabled|WriteOnlyDisabled/,
    reason:
      'a property that becomes readOnly is risky in requests and one that becomes writeOnly is missing in responses; the reverse adds it',
  },
  {
    expected: /(?:all|any|one)-of-(?:added|removed)/,
    reason:
      'alternatives with the same values change nothing; an alternative that overlaps in oneOf excludes values that match both',
  },
  {
    name: /Patte(?:rn|n)/,
    reason: 'the languages of patterns are compared: a wider one is harmless in requests and breaking in responses',
  },
  {
    name: /ReqQueryParamTypeNumberToString/,
    reason: 'a parameter is text: a string accepts every number',
  },
  {
    expected: /dependent-(?:required|schema)|prefix-items/,
    reason:
      'the effect on the values decides: what excludes values is breaking in requests, what allows more in responses',
  },
  {
    name: /SubSchemaTraversal/,
    reason: 'the closed or excluding schema rejects values that the old one accepted: breaking, where oasdiff warns',
  },
  {
    name: /LooselyTyped/,
    reason: 'an element with children is no text, so an object in XML does not replace a string',
  },
  { name: /Webhook/, reason: 'the server sends the body of a webhook, so that it becomes required breaks no client' },
  {
    name: /ReqBodyNewRequiredPropertyNew/,
    reason: 'JSON Schema requires the names in "required" whether or not "properties" declares them',
  },
  {
    expected: /success-status/,
    reason: 'another success status of the old contract is left: risky',
  },
  {
    name: /ContainsIncreased|ContainsDecreased|NullOnly31|DetectsNewPaths|UnparseableStatus|ListOfTypesIntegration/,
    reason:
      'the test runs one check, or builds its differences itself; the documents have other changes that we report',
  },
  {
    expected: /type-changed|became-enum|required$|(?:max|min)(?:-length|-items)?-(?:set|increased|decreased)/,
    reported: /^(?:$|harmless)/,
    reason:
      'no value is affected: the keyword does not apply to the type of the schema, an enum already excludes the values, the format is not validated, or the path has no place for the parameter',
  },
];

/** Undefined if none is known. */
export function findReason({ test, reported }: ComparedTest): string | undefined {
  const text = [reported.find((one) => !one.startsWith('harmless')), ...reported, ''].find((one) => one !== undefined);
  const matches = (pattern: RegExp | undefined, value: string) => pattern === undefined || pattern.test(value);
  return reasons.find(
    ({ expected, name, reported: pattern }) =>
      matches(expected, test.expected.map(({ id }) => id).join(' ')) &&
      matches(name, test.name) &&
      matches(pattern, text ?? ''),
  )?.reason;
}
