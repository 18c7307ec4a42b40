/** The valid request that the cases of an operation are mutations of. */
import type { Json } from '../../../spec/json/exact-json.ts';
import {
  isJsonType,
  type MediaType,
  type Operation,
  type SecurityScheme,
} from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import type { AtHand } from './credentials/alternatives.ts';
import { type ParameterValue, requiredValues } from './parameters/parameters.ts';
import { concreteType, type Payload } from './payload/payload.ts';
import { payloadsOf } from './payload/payloads.ts';
import { slugAmong } from './values/names.ts';

export interface Twin {
  readonly operation: Operation;
  /** Begins the ids of its cases. */
  readonly slug: string;
  /** The security schemes that the right credentials are for. */
  readonly schemes: readonly SecurityScheme[];
  /** Undefined where nothing is known of the credentials. */
  readonly atHand?: AtHand;
  readonly parameters: readonly ParameterValue[];
  /** The JSON body; undefined for operations without one. */
  readonly body: TwinBody | undefined;
  /** Valid bodies of the other media types. Without a JSON body, the first is that of the request. */
  readonly payloads: readonly Payload[];
  /** The implementation sets cookies in its answer to the valid request. */
  readonly setsCookies: boolean;
  /** The body is only accepted as it stands, without fresh values. */
  readonly isFrozen: boolean;
  /** The body is only accepted twice with other texts in it, those of a pattern included. */
  readonly redraws?: boolean;
  /** Names of records of our own in its body, which are not to be made fresh. */
  readonly kept?: ReadonlySet<Json>;
  /** Declared for the same path. */
  readonly methods: ReadonlySet<string>;
}

export interface TwinBody {
  readonly media: MediaType;
  readonly schema: Schema;
  /** All optional properties given. */
  readonly full: Json;
}

/** Why no request can be derived for an operation, in words. */
export interface Underivable {
  readonly operation: Operation;
  readonly reason: string;
}

export function twinOf(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  operations: readonly Operation[] = [operation],
): Twin | Underivable {
  const here = operations.filter(({ path }) => path === operation.path);
  const methods = new Set(here.map(({ method }) => method));
  const parameters = requiredValues(operation);
  const slug = slugAmong(operation, operations);
  const twin = { operation, slug, schemes, parameters, setsCookies: false, isFrozen: false, methods };
  // Some documents tell operations of one path apart so.
  if (operation.path.includes('#'))
    return {
      operation,
      reason: `its path has a fragment, "#", which no HTTP request carries (${operation.path})`,
    };
  const { requestBody } = operation;
  if (requestBody === undefined) return { ...twin, body: undefined, payloads: [] };
  const media = jsonMediaOf(requestBody.content);
  const body = media?.schema === undefined ? undefined : bodyOf(media, media.schema);
  const payloads = payloadsOf(operation, media);
  if (body !== undefined || payloads.length > 0) return { ...twin, body, payloads };
  if (media !== undefined || requestBody.required)
    return { operation, reason: whyUnderivable(operation, media) };
  return { ...twin, body, payloads };
}

/** For whoever writes JSON only: without a body of another kind, where none has to be there. */
export function jsonTwinOf(...given: Parameters<typeof twinOf>): Twin | Underivable {
  const twin = twinOf(...given);
  const [operation] = given;
  if (!isTwin(twin) || payloadOf(twin) === undefined) return twin;
  if (operation.requestBody?.required !== true) return { ...twin, payloads: [] };
  const types = operation.requestBody.content.map(({ range }) => range).join(', ');
  return { operation, reason: `its request body has no JSON form (${types})` };
}

/** What a range without a word on JSON holds, where its schema looks like it, is sent as JSON. */
function jsonMediaOf(content: readonly MediaType[]): MediaType | undefined {
  const declared = content.find(({ range }) => isJsonType(range));
  if (declared !== undefined) return declared;
  const range = content.find((media) => media.range.includes('*') && isJsonType(concreteType(media)));
  return range === undefined ? undefined : { ...range, range: concreteType(range) };
}

function bodyOf(media: MediaType, schema: Schema): TwinBody | undefined {
  const full = sampleOf(schema, 'request', { optional: 'all' }) ?? sampleOf(schema, 'request');
  return full === undefined ? undefined : { media, schema, full };
}

function whyUnderivable({ requestBody }: Operation, media: MediaType | undefined): string {
  const types = requestBody?.content.map(({ range }) => range).join(', ');
  if (media === undefined) return `no valid body of ${types} can be derived; give an example`;
  if (media.schema === undefined) return 'its request body has no schema';
  return 'no valid body can be derived from its schema; give an example';
}

/** The body of the valid request where it is not JSON. */
export function payloadOf({ body, payloads }: Twin): Payload | undefined {
  return body === undefined ? payloads[0] : undefined;
}

/** The twin whose body is of another media type. */
export function withPayload(twin: Twin, payload: Payload): Twin {
  return { ...twin, body: undefined, payloads: [payload] };
}

export function isTwin(twin: Twin | Underivable): twin is Twin {
  return 'parameters' in twin;
}
