/** The keywords of objects. */
import { evaluatedNames } from '../evaluated.ts';
import { isJsonObject, type JsonObject } from '../exact-json.ts';
import { canTry } from '../patterns.ts';
import type { Schema } from '../schema.ts';
import { acceptsPart, below, type Context, counted, type Judge, missing, unexpected } from './context.ts';
import { inWords, type Violation } from './violation.ts';

export const judgeObject: Judge = function* (schema, value, context) {
  if (!isJsonObject(value)) return;
  const names = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name) && !isExempt(context, name))
      yield missing(schema, 'required', name, context);
  }
  if (minProperties !== undefined && names.length < minProperties)
    yield counted(
      schema,
      'minProperties',
      `an object of at least ${inWords(minProperties, 'property', 'properties')}`,
      names.length,
      context,
    );
  if (maxProperties !== undefined && names.length > maxProperties)
    yield counted(
      schema,
      'maxProperties',
      `an object of at most ${inWords(maxProperties, 'property', 'properties')}`,
      names.length,
      context,
    );
  for (const name of names) yield* judgeProperty(schema, value, name, context);
  yield* judgeDependents(schema, value, context);
  if (schema.unevaluatedProperties !== undefined)
    yield* judgeUnevaluatedNames(schema, schema.unevaluatedProperties, value, context);
};

function* judgeProperty(
  schema: Schema,
  value: JsonObject,
  name: string,
  context: Context,
): Generator<Violation> {
  const part = value[name] ?? null;
  const declared = schema.properties.get(name);
  const matching = schema.patternProperties
    .filter(({ pattern }) => pattern.test(name))
    .map((entry) => entry.schema);
  const judges = declared === undefined ? matching : [declared, ...matching];
  const isOther =
    judges.length === 0 && schema.patternProperties.every((entry) => canTry(entry.pattern, name));
  const others =
    isOther && schema.additionalProperties !== undefined ? [schema.additionalProperties] : judges;
  for (const judging of others) {
    if (judging.possible) yield* context.judge(judging, part, below(context, name, judging));
    else yield unexpected(schema, 'additionalProperties', name, part, context);
  }
  const { propertyNames } = schema;
  if (propertyNames !== undefined)
    yield* context.judge(propertyNames, name, below(context, name, propertyNames));
}

function* judgeDependents(schema: Schema, value: JsonObject, context: Context): Generator<Violation> {
  for (const [name, needed] of schema.dependentRequired) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of needed) {
      if (!Object.hasOwn(value, other)) yield missing(schema, 'dependentRequired', other, context);
    }
  }
  for (const [name, part] of schema.dependentSchemas) {
    if (Object.hasOwn(value, name)) yield* context.judge(part, value, context);
  }
}

function* judgeUnevaluatedNames(
  schema: Schema,
  rest: Schema,
  value: JsonObject,
  context: Context,
): Generator<Violation> {
  const known = evaluatedNames(schema, value, acceptsPart(value, context));
  for (const [name, part] of Object.entries(value)) {
    if (known.has(name)) continue;
    if (rest.possible) yield* context.judge(rest, part, below(context, name, rest));
    else yield unexpected(schema, 'unevaluatedProperties', name, part, context);
  }
}

/** OpenAPI: a required property that is readOnly is required in responses only; writeOnly, in requests only. */
function isExempt({ direction, scope }: Context, name: string): boolean {
  const exempt = direction === 'request' ? exemptFromRequests : exemptFromResponses;
  return exempt(scope).has(name);
}

const exemptFromRequests = rememberFlagged('readOnly');
const exemptFromResponses = rememberFlagged('writeOnly');

/** The names of the properties that have the flag in the schema or in those it is combined of; found once. */
function rememberFlagged(flag: 'readOnly' | 'writeOnly'): (schema: Schema) => ReadonlySet<string> {
  const known = new WeakMap<Schema, ReadonlySet<string>>();
  return (schema) => {
    const names = known.get(schema) ?? flaggedIn(schema, flag);
    known.set(schema, names);
    return names;
  };
}

function flaggedIn(schema: Schema, flag: 'readOnly' | 'writeOnly'): ReadonlySet<string> {
  const parts = new Set([schema]);
  const names = new Set<string>();
  // A set hands out what is added to it on the way.
  for (const { properties, allOf, anyOf, oneOf } of parts) {
    for (const [name, part] of properties) if (part[flag]) names.add(name);
    for (const next of [...allOf, ...anyOf, ...oneOf]) parts.add(next);
  }
  return names;
}
