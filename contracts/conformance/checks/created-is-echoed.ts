import { percentEncode } from '../../../sanitize.ts';
import { statedOmissions } from '../../../spec/described/stated-omissions.ts';
import { isJsonObject, type Json, ownMember } from '../../../spec/json/exact-json.ts';
import { isRefreshTokenName } from '../../../spec/login/token-fields.ts';
import { tokenPropertyNames } from '../../../spec/login/token-names.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { findSentMedia } from '../request/payload/payload.ts';
import { withActiveBranches } from '../request/values/conditional-schemas.ts';
import { isIdentifier } from '../request/values/identifier-names.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { type EchoDifference, findDifference } from './echo/echo-difference.ts';
import { type SharedProperty, sharedProperties } from './echo/shared-properties.ts';

export const createdIsEchoed: Check = {
  id: 'created-is-echoed',
  severity: 'error',
  invariant: 'properties that the request and the success response both declare are returned as they were sent',
  title: 'The response differs from the request',
  why: 'Either wrong data was stored, or the response reports wrong data. Likely causes: strings that are trimmed, escaped, truncated, normalized or decoded in another encoding; an optional property lost or invented; a response to another request. Store each value as received, and build the response from the stored values. If you change a value deliberately (lower case, trimmed, sorted, rounded), say so in the description of the property.',
  references:
    'OpenAPI, Schema Object: request and response declare the same properties; RFC 9110, section 15.3.1 (200) and section 15.3.2 (201)',
  frameworkDefaults:
    'JavaScript JSON.parse rounds integers beyond 2^53; Laravel trims strings and converts empty strings to null (TrimStrings, ConvertEmptyStringsToNull)',
  appliesTo: (context) => sharedProperties(context).length > 0,
  violations: (context) =>
    sharedProperties(context).flatMap((property) => {
      if (isNamedByPath(context, property) || isExchangedToken(context, property)) return [];
      const difference = differenceOf(context, property);
      if (difference === undefined || wasWrittenConcurrently(context, property)) return [];
      const violation = downgradeIfTolerated(
        echoViolation(property, difference),
        difference.change === 'default' ? defaultReason(context, property) : undefined,
      );
      return [isRecord(context, property) ? violation : downgradeIfTolerated(violation, mayNotBeRecord)];
    }),
};

function differenceOf(context: CheckContext, property: SharedProperty): EchoDifference | undefined {
  const { operation } = context.testCase;
  return findDifference(ignoreNamesInPath(context, property), effectiveMethod(context), statedOmissions(operation));
}

/** A refresh token may be exchanged for the next one (RFC 6749, section 6). */
function isExchangedToken({ testCase: { operation } }: CheckContext, { name }: SharedProperty): boolean {
  return isRefreshTokenName(name) && tokenPropertyNames(operation).includes(name);
}

/** OpenAPI 3.0 says that the implementation assumes the default; since 3.1 it is an annotation of JSON Schema. */
function defaultReason(
  { testCase: { operation } }: CheckContext,
  { requestSchema, responseSchema }: SharedProperty,
): string | undefined {
  if (operation.openapi !== '3.1' || statedOmissions(operation).getDefaults) return undefined;
  const isStated = [requestSchema, responseSchema].some((one) =>
    /\bdefault/i.test(flattenSchema(one).description ?? ''),
  );
  return isStated ? undefined : 'a default of JSON Schema is an annotation';
}

/** Of several requests that write one record at the same time, each may return what another has written. */
function wasWrittenConcurrently(context: CheckContext, property: SharedProperty): boolean {
  const path = formatPath([...property.parentPath, property.name]);
  return (context.concurrentWrites ?? []).some((requestSpec) =>
    sharedProperties({ ...context, requestSpec }).some(
      (other) => formatPath([...other.parentPath, other.name]) === path && differenceOf(context, other) === undefined,
    ),
  );
}

/**
 * A POST to a record, or to an action below it, updates it as PATCH does: properties that are not sent keep their
 * values.
 */
function effectiveMethod({ response, testCase: { operation } }: CheckContext): string {
  const isOnRecord = /\}(?:\/[^/{}]+)?\/?$/.test(operation.path) && response?.status !== 201;
  return operation.method === 'POST' && isOnRecord ? 'PATCH' : operation.method;
}

function echoViolation(
  property: SharedProperty,
  { path, fromCharacter, expected, received, change = '' }: EchoDifference,
): Violation {
  const { name, responseSchema, sent, returned } = property;
  const problem = sent === undefined ? 'made up' : returned === undefined ? 'lost' : `changed ${change}`;
  return {
    expected: `${formatPath(path)}: ${expected}`,
    received,
    responsePart: { in: 'body', path, from: fromCharacter },
    place: responseSchema.place,
    requirement: `request and response both declare "${name}": it is returned as it was sent`,
    key: `${name} ${problem}`,
  };
}

const mayNotBeRecord = 'the response may be a separate result and not the record';

/**
 * A POST may also compute: translate, search, quote. The response is certainly the record if it has status 201, if a
 * link of a 202 leads to it, if the method is not POST, or if both sides have the same schema. The implementation may
 * assign identifiers.
 */
function isRecord(context: CheckContext, property: SharedProperty): boolean {
  const {
    response,
    testCase: { operation },
  } = context;
  const { name, responseSchema, requestSchema, isRequired } = property;
  if (operation.method !== 'POST') return true;
  const isSamePart =
    requestSchema.place.pointer === responseSchema.place.pointer &&
    requestSchema.place.file === responseSchema.place.file;
  const isNewRecord = response?.status === 201 || isLinkedJob(context);
  const isChosen = !isIdentifier(name) || isRequired || isRequiredByBranch(context, property);
  return (isNewRecord || isSamePart) && isChosen;
}

/** By the branch of a condition that applies to the body: `then` requires the address of an online meeting. */
function isRequiredByBranch(
  { requestSpec, testCase: { operation } }: CheckContext,
  { name, parentPath, sent }: SharedProperty,
): boolean {
  const schema = findSentMedia(operation, requestSpec)?.schema;
  const { value } = requestSpec;
  if (schema === undefined || value === undefined || sent === undefined || parentPath.length > 0) return false;
  return flattenSchema(withActiveBranches(schema, value)).required.has(name);
}

/** A 202 that shows what was started: a link of the contract takes its id from the body. */
function isLinkedJob({ response, declared }: CheckContext): boolean {
  const links = declared?.links ?? [];
  const takesFromBody = (value: Json) => typeof value === 'string' && value.startsWith('$response.body#/');
  return response?.status === 202 && links.some(({ parameters }) => [...parameters.values()].some(takesFromBody));
}

/**
 * The path takes precedence over the body: `PUT /orders/7` with the id 8 is about 7, and the property `region` of a
 * record below `/regions/{region}` has that value, sent or not.
 */
function isNamedByPath(
  { requestSpec, testCase: { operation } }: CheckContext,
  { parentPath, name, returned }: Pick<SharedProperty, 'parentPath' | 'name' | 'returned'>,
): boolean {
  const isInList = parentPath.some((part) => typeof part === 'number');
  if (isInList || returned === undefined) return false;
  const [path = ''] = requestSpec.path.split('?');
  const values = segmentsOf(path);
  const templates = segmentsOf(operation.path);
  const offset = values.length - templates.length;
  return templates.some((template, index) => {
    const parameter = /^\{([^{}]+)\}$/.exec(template)?.[1];
    if (parameter === undefined || values[index + offset] !== percentEncode(String(returned))) return false;
    return index === templates.length - 1 ? isNameForParameter(parameter, name) : parameter === name;
  });
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/');
}

/** The path parameter `pool_name` names the property `name` of a pool. */
function isNameForParameter(parameter: string, name: string): boolean {
  const [propertyWord, parameterWord] = [name, parameter].map((word) =>
    word.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
  );
  return (
    isIdentifier(name) ||
    (propertyWord !== undefined && propertyWord !== '' && parameterWord?.endsWith(propertyWord) === true)
  );
}

/** The same for an identifier inside an object, as in `{ "data": { "id": 8 } }`. */
function ignoreNamesInPath(context: CheckContext, property: SharedProperty): SharedProperty {
  const { parentPath, sent, returned } = property;
  if (!isJsonObject(sent) || !isJsonObject(returned)) return property;
  const members = Object.entries(sent).map(([name, value]) => {
    const other = ownMember(returned, name);
    const isNamedInPath = other !== undefined && isNamedByPath(context, { parentPath, name, returned: other });
    return [name, isNamedInPath ? other : value] as const;
  });
  return { ...property, sent: Object.fromEntries(members) };
}
