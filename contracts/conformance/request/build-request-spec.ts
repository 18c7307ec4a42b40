/** Builds requests from a baseline: with its body, another value, or arbitrary bytes. */
import { isEqualJson, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import { type BaselineRequest, mainPayload } from './baseline-request.ts';
import { fillOnceOnlyValues, isOnceOnly, onceOnlyPlaceholder } from './parameters/once-only-values.ts';
import {
  type ParameterValue,
  type SerializedParameters,
  serializeParameters,
  validValue,
} from './parameters/serialize-parameters.ts';
import type { Payload, RequestBodySpec } from './payload/payload.ts';
import { freshen } from './values/freshen.ts';

/** A baseline request with a JSON value as its body. */
export function jsonRequestSpec(baseline: BaselineRequest, value: Json): RequestSpec {
  return rawRequestSpec(baseline, { content: stringifyJson(value), jsonValue: value });
}

/** All parts but the body. Accept-Encoding is left to the parameter of the contract if there is one. */
const requestWithoutBody = memoize((baseline: BaselineRequest): SerializedParameters => {
  const { operation, parameters } = baseline;
  const { path, headers } = serializeParameters(
    operation,
    parameters.map((given) => markGeneratedValue(given, operation)),
  );
  const isDeclared = operation.parameters.some(
    ({ in: location, name }) => location === 'header' && name.toLowerCase() === 'accept-encoding',
  );
  const acceptEncoding: readonly HeaderLine[] = isDeclared ? [] : [['Accept-Encoding', 'identity']];
  return { path, headers: [['Accept', acceptHeader(operation)], ...acceptEncoding, ...headers] };
});

/** A baseline request with arbitrary bytes as its body. */
export function rawRequestSpec(baseline: BaselineRequest, body: RequestBodySpec): RequestSpec {
  const { path, headers } = requestWithoutBody(baseline);
  const contentType =
    'contentType' in body ? body.contentType : (baseline.body?.media.range ?? mainPayload(baseline)?.type);
  const contentTypeHeader: HeaderLine[] = contentType === undefined ? [] : [['Content-Type', contentType]];
  return {
    path,
    headers: [...headers, ...(body.content === undefined && !('contentType' in body) ? [] : contentTypeHeader)],
    body: body.content,
    value: body.jsonValue,
    credentials: 'right',
    ...(body.files !== undefined && { files: body.files }),
  };
}

/** Replaced by a fresh UUID when the case is built. */
const UUID_PLACEHOLDER = '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384';

/** Idempotency keys, request ids and UUIDs without an example in the contract are new in each request. */
function markGeneratedValue(parameterValue: ParameterValue, operation: Operation): ParameterValue {
  const { parameter, value, isChosen } = parameterValue;
  if (isChosen === true) return parameterValue;
  const isUsual =
    parameterValue.serialized === undefined &&
    parameter.isSupplied !== true &&
    isEqualJson(value, validValue(parameter).value);
  const isUuid = parameter.schema?.format === 'uuid' && parameter.examples.length === 0;
  if (isUsual && !isUuid && typeof value !== 'object' && isOnceOnly(parameter, operation)) {
    const placeholder = onceOnlyPlaceholder(parameter);
    return {
      ...parameterValue,
      value: placeholder,
      ...(parameter.in === 'header' && { serialized: placeholder }),
    };
  }
  return isUuid && parameter.in !== 'path' && value === validValue(parameter).value
    ? { ...parameterValue, value: UUID_PLACEHOLDER }
    : parameterValue;
}

/** Replaces each placeholder by a fresh UUID or another fresh value. */
export function withFreshUuids(given: RequestSpec, fresh: FreshValues): RequestSpec {
  const requestSpec = fillOnceOnlyValues(given, fresh);
  const { path, headers } = requestSpec;
  // Nearly all requests have none.
  if (!path.includes(UUID_PLACEHOLDER) && !headers.some(([, value]) => value.includes(UUID_PLACEHOLDER)))
    return requestSpec;
  const fillUuids = (text: string) => text.replaceAll(UUID_PLACEHOLDER, () => fresh.uuid());
  return {
    ...requestSpec,
    path: fillUuids(path),
    headers: headers.map(([name, value]) => [name, fillUuids(value)] as const),
  };
}

/** The valid request itself. */
export function validRequestSpec(baseline: BaselineRequest, fresh: FreshValues): RequestSpec {
  const { body } = baseline;
  const payload = mainPayload(baseline);
  if (body !== undefined) return jsonRequestSpec(baseline, freshen(body.full, body.schema, fresh));
  return payload === undefined
    ? rawRequestSpec(baseline, { content: undefined })
    : payloadRequestSpec(baseline, payload, fresh);
}

/** The request with this body, with fresh values if it has any. */
export function payloadRequestSpec(baseline: BaselineRequest, payload: Payload, fresh: FreshValues): RequestSpec {
  const { full, schema } = payload;
  const value = full === undefined || schema === undefined ? full : freshen(full, schema, fresh);
  return rawRequestSpec(baseline, payload.write(value));
}

/** All media types that are declared for the responses. */
export function acceptHeader({ responses }: Operation): string {
  const ranges = responses.flatMap(({ content }) => content.map(({ range }) => range));
  return [...new Set(ranges)].join(', ') || '*/*';
}
