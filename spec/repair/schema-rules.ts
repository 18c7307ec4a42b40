import { isJsonArray, isNumeric, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { withNullable, withNumericBounds } from './other-version.ts';
import type { RepairContext, RepairRule } from './repair-rule.ts';
import { withKnownType } from './type-rules.ts';

export const repairSchema: RepairRule = (schema, pointer, context) =>
  [withoutUnusable, withKnownType, withBooleanBounds, withNumericBounds, withNullable].reduce(
    (part, rule) => rule(part, pointer, context),
    schema,
  );

/** Keywords whose value no version of OpenAPI allows; the rest of the schema still applies. */
const withoutUnusable: RepairRule = (schema, pointer, context) => {
  const unusable = Object.keys(schema).filter((key) => reasonUnusable(key, schema, context) !== undefined);
  for (const key of unusable) {
    const [what, fix] = reasonUnusable(key, schema, context) ?? ['', ''];
    context.report(joinPointer(pointer, key), what, `it is ignored; ${fix}`);
  }
  return unusable.length === 0
    ? schema
    : Object.fromEntries(Object.entries(schema).filter(([key]) => !unusable.includes(key)));
};

type Reason = readonly [what: string, fix: string];

function reasonUnusable(key: string, schema: JsonObject, { openapi }: RepairContext): Reason | undefined {
  const value = schema[key];
  switch (key) {
    case 'enum':
      return isJsonArray(value) && value.length === 0 ? ['an empty "enum"', 'list the values or remove it'] : undefined;
    case 'required':
      return typeof value === 'boolean'
        ? ['"required" in a property', 'list the property in "required" of the object around it']
        : undefined;
    case 'pattern':
      return typeof value !== 'string' || !isPattern(value)
        ? ['an invalid pattern', 'write a regular expression of ECMA-262']
        : undefined;
    case '$ref':
      return typeof value === 'string' ? undefined : ['a "$ref" that is no text', 'write a reference or remove it'];
    case '$recursiveRef':
    case '$recursiveAnchor':
      return openapi === '3.1' ? [`"${key}" of an earlier draft`, 'use $ref, or $dynamicRef'] : undefined;
    default:
      return undefined;
  }
}

function isPattern(text: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(text, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

/** A number, as in OpenAPI 3.1, where 3.0 has `minimum` with a flag. */
const withBooleanBounds: RepairRule = (schema, pointer, { openapi, report }) => {
  if (openapi !== '3.0') return schema;
  return (['minimum', 'maximum'] as const).reduce<JsonObject>((part, bound) => {
    const key = `exclusive${bound.slice(0, 1).toUpperCase()}${bound.slice(1)}`;
    const value = part[key] ?? null;
    if (!isNumeric(value)) return part;
    const other = part[bound];
    const isTighter =
      !isNumeric(other ?? null) || (bound === 'minimum' ? value >= Number(other) : value <= Number(other));
    report(
      joinPointer(pointer, key),
      `a number as "${key}" in OpenAPI 3.0`,
      `it is read as in 3.1; write ${bound}: ${value} and ${key}: true`,
    );
    const { [key]: _number, ...rest } = part;
    return isTighter ? { ...rest, [bound]: value, [key]: true } : rest;
  }, schema);
};
