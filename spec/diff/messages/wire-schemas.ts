/** Schemas of values that are text on the wire, such as parameters and headers, and of raw bodies. */
import { isJsonType, type MediaType } from '../../model/contract.ts';
import type { Schema, TypeName } from '../../model/schema.ts';
import { anySchema, isScalar, withoutRedundantTypes, withTextMembers } from './text-language.ts';

export interface WireSchemas {
  /** The schema of the sender. */
  readonly written: Schema;
  /** The schema of the receiver. */
  readonly read: Schema;
  /** The receiver accepts a single value as a list of one. */
  readonly acceptsSingleValue: boolean;
  /** The items of arrays and the members of objects are texts too; by default true. */
  readonly hasTextMembers?: boolean;
}

/**
 * Returns the schemas to compare (for a parameter, `before` is the sender's); undefined if the receiver's type accepts
 * every text of the sender: `5` is also a string.
 */
export function toComparable({
  written,
  read,
  acceptsSingleValue,
  hasTextMembers = true,
}: WireSchemas): { readonly before: Schema; readonly after: Schema } | undefined {
  if (!isScalar(written)) {
    const members = hasTextMembers ? withTextMembers({ written, read }) : { written, read };
    return { before: members.written, after: members.read };
  }
  if (acceptsSingleValue && isListOfOne(read) && !acceptsAnyText(read))
    return toComparable({ written, read: read.items ?? written, acceptsSingleValue: false });
  const texts = withoutRedundantTypes({ written, read });
  return texts === undefined ? undefined : { before: texts.written, after: texts.read };
}

function isListOfOne(schema: Schema): boolean {
  const types = declaredOrComposedTypes(schema);
  return types?.size === 1 && types.has('array') && (schema.minItems ?? 0) <= 1;
}

/** Accepts any text, and therefore any serialized number or boolean. */
export function acceptsAnyText(schema: Schema): boolean {
  return hasTypeOnly(schema) && declaredOrComposedTypes(schema)?.has('string') !== false;
}

/** Returns the types of a schema, including those in `allOf`; undefined if it declares none. */
export function declaredOrComposedTypes(schema: Schema, depth = 0): ReadonlySet<TypeName> | undefined {
  if (schema.types !== undefined || depth > MAX_ALL_OF_DEPTH) return schema.types;
  return schema.allOf.map((part) => declaredOrComposedTypes(part, depth + 1)).find((types) => types !== undefined);
}

const MAX_ALL_OF_DEPTH = 8;

/** Whether the schema has only a type, and a format that does not constrain the text. */
function hasTypeOnly(schema: Schema, depth = 0): boolean {
  if (depth > MAX_ALL_OF_DEPTH) return false;
  const { isSatisfiable, format, pattern, minLength = 0, maxLength } = schema;
  const isBounded = minLength > 0 || maxLength !== undefined || pattern !== undefined;
  const isEnumerated = schema.enum !== undefined || schema.const !== undefined;
  const { anyOf, oneOf, not } = schema;
  const isCombined = anyOf.length + oneOf.length > 0 || not !== undefined || schema.if !== undefined;
  const isFree = isSatisfiable && !isBounded && !isEnumerated && !isCombined && unconstrainedFormats.has(format);
  return isFree && schema.allOf.every((part) => hasTypeOnly(part, depth + 1));
}

const unconstrainedFormats: ReadonlySet<string | undefined> = new Set([undefined, 'binary', 'byte', 'password']);

/** OpenAPI 3.0 declares raw bytes as `type: string, format: binary`, 3.1 without a schema. */
export function bodySchema(media: MediaType): Schema {
  const cached = bodySchemaCache.get(media);
  if (cached !== undefined) return cached;
  const { schema, place } = media;
  const hasSchema = schema !== undefined && !(isRawBody(media) && acceptsAnyText(schema));
  const effectiveSchema = hasSchema ? schema : anySchema(place);
  bodySchemaCache.set(media, effectiveSchema);
  return effectiveSchema;
}

const bodySchemaCache = new WeakMap<MediaType, Schema>();

/** Neither JSON nor a form nor XML: the body is raw text or bytes. */
function isRawBody({ range }: MediaType): boolean {
  return !isJsonType(range) && !/^multipart\/|form-urlencoded$|[/+]xml$|\*$/.test(range);
}
