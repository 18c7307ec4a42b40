/** The valid request that the cases of an operation mutate. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Operation, type SecurityScheme } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import type { AvailableCredentials } from './credentials/security-alternatives.ts';
import { findIdenticalPath } from './identical-paths.ts';
import { type ParameterValue, requiredValues } from './parameters/serialize-parameters.ts';
import { createPayloads } from './payload/create-payloads.ts';
import { concreteType, type Payload } from './payload/payload.ts';
import { withOrderedBounds } from './values/bound-pairs.ts';
import { uniqueSlug } from './values/identifier-names.ts';
import type { KeySource } from './values/key-source.ts';
import { type PreservedValues, preservedProperties, withSuppliedValues } from './values/supplied-values.ts';
import type { Path } from './values/value-locations.ts';

export interface BaselineRequest {
  readonly operation: Operation;
  /** Prefix of the ids of its cases. */
  readonly slug: string;
  /** The security schemes that the valid credentials are for. */
  readonly schemes: readonly SecurityScheme[];
  /** Undefined where the available credentials are unknown. */
  readonly availableCredentials?: AvailableCredentials;
  readonly parameters: readonly ParameterValue[];
  /** The JSON body; undefined for operations without one. */
  readonly body: BaselineBody | undefined;
  /** Valid bodies of the other media types. Without a JSON body, the first one is the body of the request. */
  readonly payloads: readonly Payload[];
  /** The implementation sets cookies in its response to the valid request. */
  readonly setsCookies: boolean;
  /** The body is only accepted unchanged, without fresh values. */
  readonly isVerbatim: boolean;
  /** The body is only accepted twice if all texts differ, including those that match a pattern. */
  readonly regeneratesTexts?: boolean;
  /** Names of test records in the body, which are not replaced by fresh values. */
  readonly preservedNames?: ReadonlySet<Json>;
  /** Where the body refers to records that exist. */
  readonly referencePaths?: readonly Path[];
  /** By operation, the accepted requests that create other records, where those derived from the contract are rejected. */
  readonly acceptedCreates?: ReadonlyMap<string, BaselineRequest>;
  /** For a list: names of records that its records can refer to, by the property. */
  readonly otherReferences?: ReadonlyMap<string, readonly Json[]>;
  /** The property of the body that repeats the key in the path. */
  readonly pathKey?: { readonly property: string; readonly value: Json };
  /** An example of the key that clients choose, whose shape other keys have. */
  readonly keyExample?: { readonly property: string; readonly example: string; readonly schema: Schema };
  /** The implementation accepts only the contract's example of the key that clients choose. */
  readonly fixedKey?: FixedKey;
  /** The methods that are declared for the same path. */
  readonly declaredMethods: ReadonlySet<string>;
}

/** What names the record, whose generated values are rejected although the contract allows them. */
export interface FixedKey {
  /** The property; for a PUT to a name, the path parameter. */
  readonly property: string;
  readonly isInPath?: boolean;
  readonly example: Json;
  /** A rejected value, and the response to it: `"AB-1" gets 422: invalid check digit`. */
  readonly rejection: string;
  /** Other keys that are accepted; undefined when none is known. */
  readonly others?: KeySource | undefined;
}

export interface BaselineBody {
  readonly media: MediaType;
  readonly schema: Schema;
  /** With all optional properties. */
  readonly full: Json;
}

/** Why no request can be derived for an operation, as text for users. */
export interface UnderivableRequest {
  readonly operation: Operation;
  readonly reason: string;
}

export function deriveBaseline(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  operations: readonly Operation[] = [operation],
): BaselineRequest | UnderivableRequest {
  const operationsAtPath = operations.filter(({ path }) => path === operation.path);
  const methods = new Set(operationsAtPath.map(({ method }) => method));
  const parameters = requiredValues(operation);
  const slug = uniqueSlug(operation, operations);
  const baseline = {
    operation,
    slug,
    schemes,
    parameters,
    setsCookies: false,
    isVerbatim: false,
    declaredMethods: methods,
  };
  // Some documents distinguish the operations of a path by a fragment.
  if (operation.path.includes('#'))
    return {
      operation,
      reason: `its path has a fragment, "#", which HTTP requests cannot have (${operation.path})`,
    };
  const identical = findIdenticalPath(operation, operations);
  if (identical !== undefined)
    return {
      operation,
      reason: `not tested, because ${identical.method} ${identical.path} has the same path with other parameter names: no request shows which of them it means`,
    };
  const { requestBody } = operation;
  if (requestBody === undefined) return { ...baseline, body: undefined, payloads: [] };
  const media = findJsonMedia(requestBody.content);
  const body = media?.schema === undefined ? undefined : deriveBody(media, media.schema);
  const payloads = createPayloads(operation, media);
  if (body !== undefined || payloads.length > 0)
    return { ...baseline, body, payloads, ...preservedValues(body ?? payloads[0]) };
  if (media !== undefined || requestBody.required) return { operation, reason: reasonUnderivable(operation, media) };
  return { ...baseline, body, payloads };
}

/** For callers that only support JSON: without a body of another type if no body is required. */
export function deriveJsonBaseline(...args: Parameters<typeof deriveBaseline>): BaselineRequest | UnderivableRequest {
  const baseline = deriveBaseline(...args);
  const [operation] = args;
  if (!isBaseline(baseline) || mainPayload(baseline) === undefined) return baseline;
  if (operation.requestBody?.required !== true) return { ...baseline, payloads: [] };
  const types = operation.requestBody.content.map(({ range }) => range).join(', ');
  return { operation, reason: `no JSON media type is declared for its request body (${types})` };
}

/** A wildcard range counts as JSON if its schema suggests that. */
function findJsonMedia(content: readonly MediaType[]): MediaType | undefined {
  const declared = content.find(({ range }) => isJsonType(range) && !range.includes('*'));
  if (declared !== undefined) return declared;
  const range = content.find((media) => media.range.includes('*') && isJsonType(concreteType(media)));
  return range === undefined ? undefined : { ...range, range: concreteType(range) };
}

function deriveBody(media: MediaType, schema: Schema): BaselineBody | undefined {
  const sampled = sampleValue(schema, 'request', { optional: 'all' }) ?? sampleValue(schema, 'request');
  const [supplied] = media.isSupplied === true ? media.examples : [];
  const full = sampled ?? supplied?.value;
  if (full === undefined) return undefined;
  return { media, schema, full: withSuppliedValues(withOrderedBounds(full, schema), media, schema) };
}

/** What the user supplies stays as it is. */
function preservedValues(body: BaselineBody | Payload | undefined): PreservedValues | undefined {
  const { full, media, schema } = body ?? {};
  return full === undefined || media === undefined || schema === undefined
    ? undefined
    : preservedProperties(full, media, schema);
}

function reasonUnderivable({ requestBody }: Operation, media: MediaType | undefined): string {
  const types = requestBody?.content.map(({ range }) => range).join(', ');
  if (media === undefined) return `no valid body of ${types} can be generated; add an example`;
  if (media.schema === undefined) return 'its request body has no schema';
  return 'no valid body can be generated from its schema; add an example';
}

/** The body of the valid request if it is not JSON. */
export function mainPayload({ body, payloads }: BaselineRequest): Payload | undefined {
  return body === undefined ? payloads[0] : undefined;
}

/** The baseline request with a body of another media type. */
export function withPayload(baseline: BaselineRequest, payload: Payload): BaselineRequest {
  return { ...baseline, body: undefined, payloads: [payload] };
}

export function isBaseline(baseline: BaselineRequest | UnderivableRequest): baseline is BaselineRequest {
  return 'parameters' in baseline;
}
