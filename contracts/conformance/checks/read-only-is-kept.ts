import { isEqualJson, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Path, valueAt } from '../request/values/value-locations.ts';
import { getProperty } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated } from './check.ts';

export const readOnlyIsKept: Check = {
  id: 'read-only-is-kept',
  severity: 'error',
  invariant: 'a client cannot set the value of a readOnly property',
  title: 'A client can set a readOnly property',
  why: 'A client that knows the name of the property sets the id, the owner or the date of a record. Likely cause: the whole body is bound to the stored record (mass assignment). Accept only the properties that clients may set, and set the others yourself.',
  references: 'OpenAPI 3.0, Schema Object (readOnly); JSON Schema Validation 2020-12, section 9.4',
  appliesTo: ({ requestSpec, response, json }) =>
    requestSpec.readOnlyPath !== undefined && response !== undefined && isSuccess(response.status) && json?.ok === true,
  violations(context) {
    const { requestSpec, testCase } = context;
    const { readOnlyPath = [], value: body } = requestSpec;
    const [sent, returned] = [
      body === undefined ? undefined : valueAt(body, readOnlyPath),
      returnedValue(context, readOnlyPath),
    ];
    if (sent === undefined || returned === undefined || !isEqualJson(sent, returned)) return [];
    const name = formatPath(readOnlyPath);
    const violation = {
      expected: `${name}: not ${describeValue(sent)}, because it is readOnly and was sent by the client`,
      received: describeValue(returned),
      responsePart: { in: 'body', path: readOnlyPath },
      place: testCase.place,
      requirement:
        'attempts to change a readOnly property are ignored or rejected (JSON Schema 2020-12, validation, section 9.4)',
      key: name,
    } as const;
    return [downgradeIfTolerated(violation, toleranceReason(context, readOnlyPath, body))];
  },
};

function returnedValue({ json }: CheckContext, path: Path): Json | undefined {
  if (json?.ok !== true) return undefined;
  const [name] = path;
  const isTopLevel = path.length === 1 && typeof name === 'string';
  return isTopLevel ? getProperty(json.value, name) : valueAt(json.value, path);
}

/** The response to a POST with 200 need not be a record, and an inner object may be one that existed before. */
function toleranceReason(
  { response, testCase: { operation } }: CheckContext,
  path: Path,
  body: Json | undefined,
): string | undefined {
  if (operation.openapi !== '3.1' && isDeclaredForRequests(operation, path))
    return 'OpenAPI 3.0 says only SHOULD NOT, to clients';
  if (path.length > 1 && !isInEnvelope(path, body)) return 'the inner object may identify another record';
  const isRecord = operation.method !== 'POST' || response?.status === 201;
  return isRecord ? undefined : 'the response may be a separate result and not the record';
}

/** Otherwise it is only in the response. */
function isDeclaredForRequests({ requestBody }: Operation, path: Path): boolean {
  const [name] = path;
  return (requestBody?.content ?? []).some(
    ({ schema }) => path.length > 1 || (schema !== undefined && flattenSchema(schema).properties.has(String(name))),
  );
}

/** `{ "data": { ... } }` */
function isInEnvelope(path: Path, body: Json | undefined): boolean {
  return path.length === 2 && isJsonObject(body) && Object.keys(body).length === 1;
}
