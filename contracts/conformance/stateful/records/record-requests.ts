/** The requests about a record that a sequence created. */
import { isEqualJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { parameterNames } from '../../../../spec/resources/path-templates.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec, validRequestSpec, withFreshUuids } from '../../request/build-request-spec.ts';
import { isValidText, type ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { withOtherBounds } from '../../request/values/bound-pairs.ts';
import { freshenAll } from '../../request/values/freshen.ts';
import { isIdentifier, isVersion } from '../../request/values/identifier-names.ts';
import { freshPlainText, recordRequestSpec } from '../model/non-json-bodies.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { getProperty, parseBody } from '../model/response-records.ts';

/**
 * The baseline request with these path values, in order; undefined when the counts differ or a value is not allowed.
 */
export function withPathValues(baseline: BaselineRequest, values: readonly Json[]): BaselineRequest | undefined {
  const names = parameterNames(baseline.operation.path);
  if (names.length !== values.length) return undefined;
  const parameters = baseline.parameters.map((given): ParameterValue => {
    const index = given.parameter.in === 'path' ? names.indexOf(given.parameter.name) : -1;
    const value = index < 0 ? undefined : values[index];
    return value === undefined ? given : { parameter: given.parameter, value };
  });
  return parameters.every(isAllowed) ? { ...baseline, parameters } : undefined;
}

/** The request that reads or deletes this record; undefined when the contract has none. */
export function recordBaseline(
  { baselines }: ResourceOperations,
  part: 'read' | 'remove',
  { pathValues }: KnownRecord,
): BaselineRequest | undefined {
  const baseline = baselines.get(part);
  return baseline === undefined ? undefined : withPathValues(baseline, pathValues);
}

/** A contract may limit the number in the path, but not the number in the body that became the record's id. */
function isAllowed({ parameter: { in: place, schema, content }, value }: ParameterValue): boolean {
  if (place !== 'path' || schema === undefined || content.length > 0 || typeof value === 'object') return true;
  return isValidText(schema, String(value));
}

/** Without a body, unless one is required. */
export function minimalRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const needsBody = baseline.body !== undefined || baseline.operation.requestBody?.required === true;
  const requestSpec = needsBody ? validRequestSpec(baseline, fresh) : rawRequestSpec(baseline, { content: undefined });
  return withFreshUuids(requestSpec, fresh);
}

/** Replaces the record with other values; undefined when there are none. */
export function replaceRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): RequestSpec | undefined {
  const recordBaseline = withPathValues(baseline, record.pathValues);
  if (recordBaseline === undefined) return undefined;
  const { body } = recordBaseline;
  if (body === undefined)
    return freshPlainText(recordBaseline, fresh) === undefined ? undefined : recordRequestSpec(recordBaseline, fresh);
  if (!isJsonObject(body.full)) return undefined;
  const value = withoutOptionalText(body, record, mergedBody(body, record, fresh));
  return withIfMatch(withFreshUuids(jsonRequestSpec(recordBaseline, value), fresh), recordBaseline, record);
}

/**
 * Changes one property, or the whole when no property can change alone; undefined without a JSON body or for JSON
 * Patch.
 */
export function changeRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): RequestSpec | undefined {
  const recordBaseline = withPathValues(baseline, record.pathValues);
  const { body } = recordBaseline ?? {};
  if (recordBaseline === undefined || body === undefined || /json-patch/.test(body.media.range)) return undefined;
  const whole = mergedBody(body, record, fresh);
  const value = changeOfOneProperty(body, record, whole) ?? whole;
  return withIfMatch(withFreshUuids(jsonRequestSpec(recordBaseline, value), fresh), recordBaseline, record);
}

/** The properties sent so far, with other texts and numbers, and the id of the path. */
export function mergedBody(body: BaselineBody, record: KnownRecord, fresh: FreshValues): Json {
  const sentBefore = lastSentProperties(record);
  const other = freshenAll(body.full, body.schema, fresh);
  const merge = (value: Json, knownProperties: JsonObject, schema: Schema): Json => {
    if (!isJsonObject(value)) return value;
    const { properties } = flattenSchema(schema);
    const members = Object.entries(value).map(([name, part]) => {
      const sent = Object.hasOwn(knownProperties, name) ? knownProperties[name] : undefined;
      const inner = properties.get(name);
      if (isJsonObject(part) && isJsonObject(sent) && inner !== undefined)
        return [name, merge(part, sent, inner)] as const;
      return [name, mergedValue(name, part, sent, record)] as const;
    });
    return Object.fromEntries(members);
  };
  const merged = merge(other, sentBefore, body.schema);
  return [merged, other].find((value) => isValid(body.schema, value, 'request')) ?? body.full;
}

/** Identifiers of other records stay, and so do the record's own id and its current version. */
function mergedValue(name: string, part: Json, sent: Json | undefined, record: KnownRecord): Json {
  const shown = getProperty(parseBody(record.lastShown), name);
  if (name === record.idName) return shown ?? sent ?? record.pathValues.at(-1) ?? part;
  if (isVersion(name) && shown !== undefined) return shown;
  const isScalar = typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint';
  return sent !== undefined && (!isScalar || isIdentifier(name)) ? sent : part;
}

export function lastSentProperties({ writes }: KnownRecord): JsonObject {
  const values = writes.map(({ requestSpec }) => requestSpec.value ?? {}).filter(isJsonObject);
  return Object.fromEntries(values.flatMap((value) => Object.entries(value)));
}

/** Without one optional free text that was sent before: a replacement should delete it. */
function withoutOptionalText({ schema }: BaselineBody, record: KnownRecord, value: Json): Json {
  if (!isJsonObject(value)) return value;
  const sentBefore = lastSentProperties(record);
  const flat = flattenSchema(schema);
  const name = Object.keys(value).find((key) => {
    const declared = flat.properties.get(key);
    const isText = typeof value[key] === 'string' && typeof sentBefore[key] === 'string';
    return (
      isText && declared !== undefined && isUnconstrainedText(declared) && !flat.required.has(key) && !isIdentifier(key)
    );
  });
  if (name === undefined) return value;
  const { [name]: _left, ...rest } = value;
  return isValid(schema, rest, 'request') ? rest : value;
}

function isUnconstrainedText(schema: Schema): boolean {
  const { enum: values, const: only, format, pattern, default: filled } = flattenSchema(schema);
  return [values, only, format, pattern, filled].every((keyword) => keyword === undefined);
}

/** One changed property, and the required ones. */
function changeOfOneProperty({ schema }: BaselineBody, record: KnownRecord, whole: Json): Json | undefined {
  if (!isJsonObject(whole)) return undefined;
  const sentBefore = lastSentProperties(record);
  const { required } = flattenSchema(schema);
  const names = Object.keys(whole).filter(
    (name) => name !== record.idName && !isEqualJson(whole[name] ?? null, sentBefore[name] ?? null),
  );
  const texts = names.filter((name) => typeof whole[name] === 'string' && !isIdentifier(name));
  return [...texts, ...names]
    .map((name) => {
      const members = Object.entries(whole).filter(([key]) => key === name || required.has(key));
      return withOtherBounds(Object.fromEntries(members), { name, record: sentBefore, schema });
    })
    .find((value) => isValid(schema, value, 'request'));
}

/** Sets a required `If-Match` to the ETag of the last response. */
export function withIfMatch(
  requestSpec: RequestSpec,
  { parameters }: BaselineRequest,
  { lastShown }: KnownRecord,
): RequestSpec {
  const etag = findEtag(lastShown);
  const requiresIfMatch = parameters.some(
    ({ parameter }) => parameter.in === 'header' && /^if-match$/i.test(parameter.name),
  );
  if (!requiresIfMatch || etag === undefined) return requestSpec;
  const headers = requestSpec.headers.map(([name, value]) => [name, /^if-match$/i.test(name) ? etag : value] as const);
  return { ...requestSpec, headers };
}

function findEtag(shown: Exchange | undefined): string | undefined {
  return shown?.outcome.kind === 'response' ? headerValue(shown.outcome.response.headers, 'etag') : undefined;
}
