/** Converts path items and operations. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { childSpot, type Origins, type Spot } from '../source/origins.ts';
import { convertParameter, isPayloadParameter } from './convert-parameter.ts';
import { convertPayload, type PlacedParameter } from './convert-payload.ts';
import { convertResponse } from './convert-response.ts';
import { convertRef, extensions, mapValues, pick } from './convert-schema.ts';
import { followRef, type SharedPart, textsIn } from './shared-parts.ts';

interface Conversion {
  readonly document: JsonObject;
  readonly origins: Origins;
  readonly spot: Spot;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export function convertPathItem(item: Json, { document, origins, spot }: Conversion): Json {
  if (!isJsonObject(item)) return item;
  const { parameters } = item;
  const at = childSpot(spot, 'parameters');
  const shared = sharedParts(document, parameters, at.from);
  const kept = isJsonArray(parameters) ? convertParameters(parameters, { document, origins, spot: at }) : [];
  const operations = Object.entries(pick(item, methods)).map(([method, operation]) => [
    method,
    convertOperation(operation, shared, { document, origins, spot: childSpot(spot, method) }),
  ]);
  return {
    ...pick(item, ['$ref']),
    ...extensions(item),
    ...(kept.length > 0 && { parameters: kept }),
    ...Object.fromEntries(operations),
  };
}

const sameKeys = ['tags', 'summary', 'description', 'externalDocs', 'operationId', 'deprecated', 'security'];

function convertOperation(operation: Json, shared: readonly PlacedParameter[], context: Conversion): Json {
  if (!isJsonObject(operation)) return operation;
  const { document, origins, spot } = context;
  const { parameters, responses } = operation;
  const at = childSpot(spot, 'parameters');
  const own = sharedParts(document, parameters, at.from);
  const consumes = textsIn(operation['consumes'] ?? document['consumes']);
  const body = convertPayload(overridden(shared, own), consumes, { to: joinPointer(spot.to, 'requestBody'), origins });
  return {
    ...pick(operation, sameKeys),
    ...extensions(operation),
    ...(isJsonArray(parameters) && { parameters: convertParameters(parameters, { document, origins, spot: at }) }),
    ...(body !== undefined && { requestBody: body }),
    ...(responses !== undefined && { responses: convertResponses(responses, operation, context) }),
  };
}

/** Those of the operation replace those of the path with the same name and place; there is only one body. */
function overridden(shared: readonly PlacedParameter[], own: readonly PlacedParameter[]): readonly PlacedParameter[] {
  const key = ({ value }: PlacedParameter) => (value['in'] === 'body' ? 'body' : `${value['in']} ${value['name']}`);
  const ownKeys = new Set(own.map(key));
  return [...shared.filter((one) => !ownKeys.has(key(one))), ...own];
}

/** With references followed; those that lead elsewhere are left out. */
function sharedParts(document: JsonObject, parameters: Json | undefined, from: string): readonly PlacedParameter[] {
  if (!isJsonArray(parameters)) return [];
  return parameters.flatMap((value, index) => {
    const part = followRef(document, 'parameters', { value, from: joinPointer(from, index) });
    return part !== undefined && isJsonObject(part.value) ? [{ value: part.value, from: part.from }] : [];
  });
}

/** Without bodies and fields of forms. */
function convertParameters(parameters: readonly Json[], { document, origins, spot }: Conversion): readonly Json[] {
  const kept = parameters.flatMap((value, index): readonly SharedPart[] => {
    const from = joinPointer(spot.from, index);
    const target = followRef(document, 'parameters', { value, from });
    return target !== undefined && isPayloadParameter(target.value) ? [] : [{ value, from }];
  });
  return kept.map(({ value, from }, index) =>
    convertParameter(value, { to: joinPointer(spot.to, index), from }, origins),
  );
}

function convertResponses(responses: Json, operation: JsonObject, { document, origins, spot }: Conversion): Json {
  if (!isJsonObject(responses)) return responses;
  const produces = textsIn(operation['produces'] ?? document['produces']);
  return mapValues(responses, (response, status) => {
    const { to, from } = childSpot(childSpot(spot, 'responses'), status);
    if (status.startsWith('x-')) return response;
    const ref = isJsonObject(response) ? response['$ref'] : undefined;
    const target = followRef(document, 'responses', { value: response, from });
    // A shared response has the media types of the operation.
    if (typeof ref === 'string' && (operation['produces'] === undefined || target === undefined))
      return { $ref: convertRef(ref) };
    return convertResponse(target?.value ?? response, produces, { to, from: target?.from ?? from }, origins);
  });
}
