/** Schemas of values that are text on the wire, such as parameters and headers, and stand-ins where there is none. */
import { createSchemaBuilder } from '../../compiling/build-schema.ts';
import { isJsonType, type MediaType } from '../../model/contract.ts';
import type { Schema, TypeName } from '../../model/schema.ts';
import type { Place } from '../../source/source-file.ts';

export interface WireSchemas {
  /** Of whoever writes. */
  readonly written: Schema;
  /** Of whoever reads. */
  readonly read: Schema;
  /** The reader takes one value for a list of one. */
  readonly acceptsSingleValue: boolean;
}

/**
 * What is to be compared of the two, old and new as they are for a parameter; undefined where every text of the writer is
 * one of the reader by its type alone: `5` is a string too.
 */
export function toComparable({
  written,
  read,
  acceptsSingleValue,
}: WireSchemas): { readonly before: Schema; readonly after: Schema } | undefined {
  if (isScalar(written) && acceptsAnyText(read))
    return acceptsAnyText(written) ? { before: written, after: read } : undefined;
  if (acceptsSingleValue && isScalar(written) && isListOfOne(read))
    return toComparable({ written, read: read.items ?? written, acceptsSingleValue: false });
  return { before: written, after: read };
}

/** Written as one text: no list and no object. */
export function isScalar(schema: Schema): boolean {
  const types = declaredOrComposedTypes(schema);
  return types !== undefined && !types.has('array') && !types.has('object');
}

function isListOfOne(schema: Schema): boolean {
  const types = declaredOrComposedTypes(schema);
  return types?.size === 1 && types.has('array') && (schema.minItems ?? 0) <= 1;
}

/** Takes any text, and so whatever is written for a number or a boolean. */
export function acceptsAnyText(schema: Schema): boolean {
  return hasTypeOnly(schema) && declaredOrComposedTypes(schema)?.has('string') !== false;
}

/** Stands in for a schema where the contract gives none: everything satisfies it. It is said to stand at `place`. */
export function anySchema(place: Place): Schema {
  return { ...emptySchema, place };
}

const emptyFile = {
  url: '',
  name: '',
  text: '',
  value: {},
  lines: new Map<string, number>(),
  lineAt: () => 1,
};

const emptySchema = createSchemaBuilder(new Map(), '3.1').build({ file: emptyFile, pointer: '', value: {} });

/** Its types, those of `allOf` included; undefined where it does not say. */
export function declaredOrComposedTypes(schema: Schema, depth = 0): ReadonlySet<TypeName> | undefined {
  if (schema.types !== undefined || depth > MAX_ALL_OF_DEPTH) return schema.types;
  return schema.allOf.map((part) => declaredOrComposedTypes(part, depth + 1)).find((types) => types !== undefined);
}

const MAX_ALL_OF_DEPTH = 8;

/** Says nothing but a type, and a format that demands nothing of the text. */
function hasTypeOnly(schema: Schema, depth = 0): boolean {
  if (depth > MAX_ALL_OF_DEPTH) return false;
  const { isSatisfiable, format, pattern, minLength = 0, maxLength } = schema;
  const isBounded = minLength > 0 || maxLength !== undefined || pattern !== undefined;
  const acceptsSingleValue = schema.enum !== undefined || schema.const !== undefined;
  const { anyOf, oneOf, not } = schema;
  const isCombined = anyOf.length + oneOf.length > 0 || not !== undefined || schema.if !== undefined;
  const isFree = isSatisfiable && !isBounded && !acceptsSingleValue && !isCombined && unconstrainedFormats.has(format);
  return isFree && schema.allOf.every((part) => hasTypeOnly(part, depth + 1));
}

const unconstrainedFormats: ReadonlySet<string | undefined> = new Set([undefined, 'binary', 'byte', 'password']);

/** OpenAPI 3.0 writes `type: string, format: binary` for raw bytes, 3.1 nothing at all. */
export function bodySchema(media: MediaType): Schema {
  const cached = bodySchemaCache.get(media);
  if (cached !== undefined) return cached;
  const { schema, place } = media;
  const hasSchema = schema !== undefined && !(isRawBody(media) && acceptsAnyText(schema));
  const bodySchemaValue = hasSchema ? schema : anySchema(place);
  bodySchemaCache.set(media, bodySchemaValue);
  return bodySchemaValue;
}

const bodySchemaCache = new WeakMap<MediaType, Schema>();

/** Neither JSON nor a form nor XML: the body is its own text. */
function isRawBody({ range }: MediaType): boolean {
  return !isJsonType(range) && !/^multipart\/|form-urlencoded$|[/+]xml$|\*$/.test(range);
}
