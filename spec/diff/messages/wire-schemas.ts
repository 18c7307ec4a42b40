/** Schemas of values that are text on the wire, such as parameters and headers, and stand-ins where there is none. */
import { schemaBuilder } from '../../compiling/build-schema.ts';
import { isJsonType, type MediaType } from '../../model/contract.ts';
import type { Schema, TypeName } from '../../model/schema.ts';
import type { Place } from '../../source/source-file.ts';

export interface TextSides {
  /** Of whoever writes. */
  readonly narrow: Schema;
  /** Of whoever reads. */
  readonly wide: Schema;
  /** The reader takes one value for a list of one. */
  readonly isListed: boolean;
}

/**
 * What is to be compared of the two, old and new as they are for a parameter; undefined where every text of the writer is
 * one of the reader by its type alone: `5` is a string too.
 */
export function asSent({
  narrow,
  wide,
  isListed,
}: TextSides): { readonly before: Schema; readonly after: Schema } | undefined {
  if (isScalar(narrow) && isAnyText(wide))
    return isAnyText(narrow) ? { before: narrow, after: wide } : undefined;
  if (isListed && isScalar(narrow) && isList(wide))
    return asSent({ narrow, wide: wide.items ?? narrow, isListed: false });
  return { before: narrow, after: wide };
}

/** Written as one text: no list and no object. */
export function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types !== undefined && !types.has('array') && !types.has('object');
}

function isList(schema: Schema): boolean {
  const types = typesOf(schema);
  return types?.size === 1 && types.has('array') && (schema.minItems ?? 0) <= 1;
}

/** Takes any text, and so whatever is written for a number or a boolean. */
export function isAnyText(schema: Schema): boolean {
  return isPlain(schema) && typesOf(schema)?.has('string') !== false;
}

/** Stands in for a schema where the contract gives none: everything satisfies it. It is said to stand at `place`. */
export function anything(place: Place): Schema {
  return { ...anywhere, place };
}

const file = { url: '', name: '', text: '', value: {}, lines: new Map<string, number>(), lineAt: () => 1 };

const anywhere = schemaBuilder(new Map(), '3.1').build({ file, pointer: '', value: {} });

/** Its types, those of `allOf` included; undefined where it does not say. */
export function typesOf(schema: Schema, depth = 0): ReadonlySet<TypeName> | undefined {
  if (schema.types !== undefined || depth > DEEPEST) return schema.types;
  return schema.allOf.map((part) => typesOf(part, depth + 1)).find((types) => types !== undefined);
}

const DEEPEST = 8;

/** Says nothing but a type, and a format that demands nothing of the text. */
function isPlain(schema: Schema, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const { possible, format, pattern, minLength = 0, maxLength } = schema;
  const isBounded = minLength > 0 || maxLength !== undefined || pattern !== undefined;
  const isListed = schema.enum !== undefined || schema.const !== undefined;
  const { anyOf, oneOf, not } = schema;
  const isCombined = anyOf.length + oneOf.length > 0 || not !== undefined || schema.if !== undefined;
  const isFree = possible && !isBounded && !isListed && !isCombined && freeFormats.has(format);
  return isFree && schema.allOf.every((part) => isPlain(part, depth + 1));
}

const freeFormats: ReadonlySet<string | undefined> = new Set([undefined, 'binary', 'byte', 'password']);

/** OpenAPI 3.0 writes `type: string, format: binary` for raw bytes, 3.1 nothing at all. */
export function readSchema(media: MediaType): Schema {
  const known = readings.get(media);
  if (known !== undefined) return known;
  const { schema, place } = media;
  const says = schema !== undefined && !(isRaw(media) && isAnyText(schema));
  const reading = says ? schema : anything(place);
  readings.set(media, reading);
  return reading;
}

const readings = new WeakMap<MediaType, Schema>();

/** Neither JSON nor a form nor XML: the body is its own text. */
function isRaw({ range }: MediaType): boolean {
  return !isJsonType(range) && !/^multipart\/|form-urlencoded$|[/+]xml$|\*$/.test(range);
}
