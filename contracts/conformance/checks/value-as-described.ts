import { type ComputedProperty, findComputed } from '../../../spec/described/computed-properties.ts';
import { computeValue, isPossibleResult } from '../../../spec/described/computed-values.ts';
import { type InitialValue, initialValues } from '../../../spec/described/initial-values.ts';
import { isEqualJson, isJsonObject, isNumeric, type Json, ownMember } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue, formatPath, isValid } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import { findSentMedia } from '../request/payload/payload.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';

export const valueAsDescribed: Check = {
  id: 'value-as-described',
  severity: 'error',
  invariant: 'a property has the value that a sentence of the contract gives it',
  title: 'A property has another value than its description says',
  why: 'A client pays a wrong total, or treats a new record as one that is already in progress. Likely causes: the total is computed from a part of the items, or without the quantity; a default is set in the user interface only, or differs between versions. Derive the value from what the response shows, set the described default when the record is created, or correct the description.',
  references:
    'OpenAPI, Schema Object and Operation Object: the description; docs/reference/sentences.md lists the sentences that are understood',
  appliesTo: ({ response, json, media, testCase: { expectation } }) =>
    response !== undefined &&
    isSuccess(response.status) &&
    json?.ok === true &&
    media?.schema !== undefined &&
    expectation !== 'reject',
  violations(context) {
    return [...computedViolations(context), ...initialViolations(context)];
  },
};

/** The first one of each property: a list may show many. */
function computedViolations({ json, media }: CheckContext): readonly Violation[] {
  if (json?.ok !== true || media?.schema === undefined) return [];
  const violations = [...findComputed(media.schema, json.value)].flatMap(computedViolation);
  return [...new Map(violations.toReversed().map((violation) => [violation.key, violation])).values()].toReversed();
}

function computedViolation({ parentPath, shown, computation }: ComputedProperty): readonly Violation[] {
  const { property, schema, sentence } = computation;
  const [returned, expected] = [ownMember(shown, property), computeValue(computation, shown)];
  if (!isNumeric(returned) || expected === undefined || isPossibleResult(returned, expected)) return [];
  // A result that the schema does not allow has no right value.
  if (!isValid(schema, expected.value, 'response')) return [];
  const path = [...parentPath, property];
  return [
    {
      expected: `${formatPath(path)}: ${describeValue(expected.value)}`,
      received: describeValue(returned),
      responsePart: { in: 'body', path },
      place: toKeywordPlace(schema, 'description'),
      requirement: `the contract says "${sentence}"`,
      key: `${property} computed`,
    },
  ];
}

/** Of a new record, whose creation did not send the property. */
function initialViolations({ json, media, response, requestSpec, testCase }: CheckContext): readonly Violation[] {
  const { operation, expectation } = testCase;
  const isCreation = operation.method === 'POST' && response?.status === 201 && !/\}\/?$/.test(operation.path);
  if (!isCreation || expectation !== 'accept') return [];
  if (json?.ok !== true || !isJsonObject(json.value) || media?.schema === undefined) return [];
  const { value: record } = json;
  const { value: sent } = requestSpec;
  const sentSchema = findSentMedia(operation, requestSpec)?.schema;
  const requested = sentSchema && declaredProperties(sentSchema);
  return initialValues(operation, media.schema).flatMap((initial) => {
    const { property, value, schema, sentence } = initial;
    if (initial.isDefault && isOfOtherRequest(operation, requested, property)) return [];
    const returned = ownMember(record, property);
    if (
      isSent(sent, property) ||
      hasDefault(requested?.get(property)) ||
      returned === undefined ||
      isEqualJson(returned, value)
    )
      return [];
    const violation = {
      expected: `${property}: ${describeValue(value)}`,
      received: describeValue(returned),
      responsePart: { in: 'body', path: [property] },
      place: schema.place,
      requirement: `the contract says "${sentence}"`,
      key: `${property} initial`,
    } as const;
    return [downgradeIfTolerated(violation, laterReason(initial))];
  });
}

/** Also in another spelling: `FriendlyName` is shown as `friendly_name`. */
function isSent(sent: Json | undefined, property: string): boolean {
  if (!isJsonObject(sent)) return sent !== undefined;
  return Object.keys(sent).some((name) => normalizeName(name) === normalizeName(property));
}

/**
 * `POST /videos/{id}/source` cannot send `public`: the default is that of the request that created the video, which may
 * have sent another value.
 */
function isOfOtherRequest(
  { path }: Operation,
  requested: ReadonlyMap<string, Schema> | undefined,
  property: string,
): boolean {
  const isBelowRecord = /\}\/[^/{}]+\/?$/.test(path);
  const names = [...(requested?.keys() ?? [])].map(normalizeName);
  return isBelowRecord && !names.includes(normalizeName(property));
}

/** The default of the request is what another check compares. */
function hasDefault(schema: Schema | undefined): boolean {
  return schema !== undefined && flattenSchema(schema).default !== undefined;
}

/** An implementation may go on at once: a payment that is "initially pending" may be shown when it is done. */
function laterReason({ isDefault, value }: InitialValue): string | undefined {
  return isDefault || typeof value !== 'string' ? undefined : 'the record may have left its first state already';
}
