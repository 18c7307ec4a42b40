/** Why our verdict on a pair of documents in the tests of openapi-diff differs from theirs. */
import type { ComparedPair } from './openapi-diff-suite.ts';

interface DifferenceReason {
  /** Of the names of the tests. */
  readonly name?: RegExp;
  readonly reported?: RegExp;
  readonly reason: string;
}

/** The first that matches counts. */
const reasons: readonly DifferenceReason[] = [
  {
    reported: /not valid OpenAPI/,
    reason: 'the documents are invalid; we reject them with exit code 2',
  },
  {
    reported: /endless loop/,
    reason:
      'a schema and its alternatives refer to each other for the same value, so that no value can be validated; we reject it',
  },
  {
    name: /OneOfBCTest/,
    reason: 'an alternative that overlaps in oneOf excludes values that match both',
  },
  {
    name: /ApiResponseBCTest|responseRequiredIncreased|Format(?:In|De)creased|MinLength/,
    reason:
      'the direction decides: responses may promise more than before, such as a required header or a longer text, and requests accept more; the reverse is breaking',
  },
  {
    name: /HeadersBCTest|OperationBCTest|ReadOnlyBCTest|WriteOnlyBCTest/,
    reason:
      'risky, not breaking: an optional header or property was removed, another operationId, a property that is readOnly now',
  },
  {
    name: /xplodeChanged|allowEmptyValue/,
    reason: 'no text on the wire changes: explode has no effect on a single value, and any string may be empty',
  },
];

/** Undefined if none is known. */
export function findPairReason({ name, reported }: ComparedPair): string | undefined {
  return reasons.find(
    (one) =>
      (one.name?.test(name) ?? true) &&
      (one.reported === undefined || reported.some((text) => one.reported?.test(text))),
  )?.reason;
}
