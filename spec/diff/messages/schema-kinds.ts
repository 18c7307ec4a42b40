/** What a schema is about, seen from outside. */
import type { Schema, TypeName } from '../../model/schema.ts';

/** Its types, those of `allOf` included; undefined where it does not say. */
export function typesOf(schema: Schema, depth = 0): ReadonlySet<TypeName> | undefined {
  if (schema.types !== undefined || depth > DEEPEST) return schema.types;
  return schema.allOf.map((part) => typesOf(part, depth + 1)).find((types) => types !== undefined);
}

const DEEPEST = 8;

/** Says nothing but a type, and a format that demands nothing of the text. */
export function isPlain(schema: Schema, depth = 0): boolean {
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
