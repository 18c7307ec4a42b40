import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { matchPath } from '../../../spec/resources/path-templates.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { headerValue } from '../../http/headers.ts';
import { statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { ExpectedState, KnownRecord } from '../model/sequence.ts';
import { isSameName } from '../request/values/identifier-names.ts';
import { currentName } from '../stateful/model/response-records.ts';
import type { Check, CheckContext } from './check.ts';
import { describeCreation } from './records/record-history.ts';

export const createdIdIsUnique: Check = {
  id: 'created-id-is-unique',
  severity: 'error',
  invariant: 'a created record has an identifier that no other record has',
  title: 'Two records have the same identifier',
  why: 'The first client continues with its record and gets the second one: a record is lost, or shown to the wrong person. Likely causes: an identifier derived from the time, from the number of records, or from a random number that is too short; a counter that two requests read before either writes it. Let the database generate the identifiers, or use random UUIDs.',
  references: 'RFC 9110, section 9.3.3 (POST creates a resource) and section 15.3.2 (201)',
  appliesTo: ({ expectedState, exchange }) => expectedState?.expects === 'new' && statusOf(exchange) === 201,
  violations(context) {
    const { expectedState, exchange, testCase } = context;
    if (expectedState?.expects !== 'new') return [];
    const name = expectedState.identify(exchange);
    const other =
      name === undefined ? undefined : expectedState.otherRecords.find((one) => hasSameName(one, name, expectedState));
    const { isNearDuplicate = false } = expectedState;
    if (name === undefined || other === undefined || (isChosenByClient(name, context) && !isNearDuplicate)) return [];
    return [
      {
        expected: `a unique identifier: another record, which ${describeCreation(other)}, has ${describeValue(name)}`,
        received: `the same identifier: ${describeValue(name)}`,
        responsePart: { in: 'body', path: [] },
        place: context.media?.place ?? testCase.operation.place,
        requirement: '201 means that a new resource was created (RFC 9110, section 15.3.2)',
        key: 'taken',
      },
    ];
  },
};

/** Another record that exists and was created with other contents has the same name. */
function hasSameName(
  record: KnownRecord,
  name: Json,
  { requestSpec }: Extract<ExpectedState, { expects: 'new' }>,
): boolean {
  const { removal, isMissing, writes } = record;
  const [first] = writes;
  if (first === undefined || removal !== undefined || isMissing === true) return false;
  const isOther = !isRepeatedRequest(first.requestSpec, requestSpec) && statusOf(first.exchange) === 201;
  return isOther && isSameName(currentName(record) ?? '', name);
}

/** Two requests with the same body or the same Idempotency-Key may refer to the same record. */
function isRepeatedRequest(one: RequestSpec, other: RequestSpec): boolean {
  const [key, otherKey] = [one, other].map(({ headers }) => headerValue(headers, 'idempotency-key'));
  return (key !== undefined && key === otherKey) || String(one.body) === String(other.body);
}

/** The client chose the name: it is in the path or in the body. */
function isChosenByClient(name: Json, { requestSpec, testCase: { operation } }: CheckContext): boolean {
  const [path = ''] = requestSpec.path.split('?');
  const sent = isJsonObject(requestSpec.value) ? Object.values(requestSpec.value) : [];
  const texts = sent.filter((value) => value !== null && typeof value !== 'object');
  return [...(matchPath(operation.path, path) ?? []), ...texts].some((value) => isSameName(value, name));
}
