/** Collects what a schema and its compositions say about an array or object, and parses bodies by their schema. */
import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { findMediaType, isJsonType, type MediaType } from '../../../spec/model/contract.ts';
import { mediaTypeEssence } from '../../../spec/model/media-parameters.ts';
import type { Direction, Schema, TypeName } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import type { PactBody } from '../file/interaction.ts';

interface SchemaParts {
  readonly types: ReadonlySet<TypeName>;
  /** The first declaration of a name counts. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly items: Schema | undefined;
}

export function collectParts(schema: Schema | undefined): SchemaParts {
  const parts = schema === undefined ? [] : [...allParts([schema])];
  const properties = parts.flatMap((part) => [...part.properties]).toReversed();
  return {
    types: new Set(parts.flatMap((part) => [...(part.types ?? [])])),
    properties: new Map(properties),
    items: parts.find((part) => part.items !== undefined)?.items,
  };
}

/** The schemas and all schemas in their compositions that may apply to the same value; handles cycles. */
export function allParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // A Set iterator also visits elements that are added during the iteration.
  for (const part of parts) {
    const { allOf, anyOf, oneOf, dependentSchemas } = part;
    const branches = [part.then, part.else].filter((branch) => branch !== undefined);
    for (const next of [...allOf, ...anyOf, ...oneOf, ...dependentSchemas.values(), ...branches]) parts.add(next);
  }
  return parts;
}

/** The schemas and their `allOf` parts, which all apply to every value. */
export function applicableParts(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return parts;
}

/**
 * The declared media type of a body. If no header names a type (`isNamed` is false), it was only assumed when reading
 * the pact: then any declared JSON type is accepted, and for a string any declared type.
 */
export function mediaFor(
  content: readonly MediaType[],
  { contentType, json }: PactBody,
  isNamed: boolean,
): MediaType | undefined {
  const exact = findMediaType(content, contentType);
  if (exact !== undefined || isNamed || !(isJsonType(contentType) || contentType === '')) return exact;
  const [jsonMedia, others] = [true, false].map((isJson) => content.find(({ range }) => isJsonType(range) === isJson));
  return typeof json === 'string' && !parseJson(json).ok ? (others ?? jsonMedia) : jsonMedia;
}

/** The body with the declared media type, if its own was only assumed. */
export function withMediaType(body: PactBody, media: MediaType): PactBody {
  return findMediaType([media], body.contentType) === undefined ? { ...body, contentType: media.range } : body;
}

export type BodyValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'malformed' }
  /** XML, multipart, bytes: no value that a schema can validate. */
  | { readonly kind: 'opaque' };

export function parseBodyBySchema(body: PactBody, schema: Schema, direction: Direction): BodyValue {
  const type = mediaTypeEssence(body.contentType);
  if (isJsonType(type) || type === '') return parseJsonBody(body.json, schema, direction);
  if (typeof body.json !== 'string') return { kind: 'opaque' };
  if (type === 'application/x-www-form-urlencoded') return { kind: 'value', value: parseFormBody(body.json, schema) };
  return type === 'text/plain' ? { kind: 'value', value: parseHeader(schema, body.json) } : { kind: 'opaque' };
}

/** Some Pact libraries write a JSON body as a string. */
function parseJsonBody(json: Json | undefined, schema: Schema, direction: Direction): BodyValue {
  if (json === undefined) return { kind: 'malformed' };
  if (typeof json !== 'string' || isValid(schema, json, direction)) return { kind: 'value', value: json };
  const parsed = parseJson(json);
  return { kind: 'value', value: parsed.ok ? parsed.value : json };
}

function parseFormBody(text: string, schema: Schema): Json {
  const params = new URLSearchParams(text);
  const { properties } = collectParts(schema);
  const parseValue = (part: Schema | undefined, value: string) =>
    part === undefined ? value : parseHeader(part, value);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name): readonly [string, Json] => {
      const property = properties.get(name);
      const values = params.getAll(name);
      const { types, items } = collectParts(property);
      if (types.has('array') || values.length > 1) return [name, values.map((value) => parseValue(items, value))];
      return [name, parseValue(property, values[0] ?? '')];
    }),
  );
}
