/** The keywords of objects. */
import type { Json, JsonObject } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { remembered } from '../remembered.ts';
import { acceptsPart, below, type Context, type Judge, judgeAlso, judgePart, pathOf } from './context.ts';
import { type Demand, demanding, missing, present, unexpected } from './demand.ts';
import { evaluatedNames } from './evaluated.ts';
import { canTry } from './patterns.ts';
import { inWords } from './violation.ts';

type ObjectJudge = Judge<JsonObject>;

export function judgesOfObject(schema: Schema): readonly ObjectJudge[] {
  return present([
    required(schema),
    notFew(schema),
    notMany(schema),
    properties(schema),
    ...dependents(schema),
    unevaluated(schema),
  ]);
}

function required(schema: Schema): ObjectJudge | undefined {
  const names = [...schema.required];
  if (names.length === 0) return undefined;
  return (value, context) =>
    names.every(
      (name) =>
        Object.hasOwn(value, name) ||
        isExempt(context, name) ||
        reportMissing({ schema, rule: 'required' }, name, context),
    );
}

type Asking = Pick<Judging, 'schema' | 'rule'>;

function reportMissing({ schema, rule }: Asking, name: string, context: Context): boolean {
  return context.run.report(() => missing(schema, rule, [...pathOf(context), name]));
}

function notFew(schema: Schema): ObjectJudge | undefined {
  const { minProperties } = schema;
  if (minProperties === undefined) return undefined;
  return counting(schema, {
    rule: 'minProperties',
    holds: (value) => Object.keys(value).length >= minProperties,
    expected: () => `an object of at least ${inWords(minProperties, 'property', 'properties')}`,
  });
}

function notMany(schema: Schema): ObjectJudge | undefined {
  const { maxProperties } = schema;
  if (maxProperties === undefined) return undefined;
  return counting(schema, {
    rule: 'maxProperties',
    holds: (value) => Object.keys(value).length <= maxProperties,
    expected: () => `an object of at most ${inWords(maxProperties, 'property', 'properties')}`,
  });
}

function counting(schema: Schema, demand: Demand<JsonObject>): ObjectJudge {
  return demanding(schema, { ...demand, received: (value) => `${Object.keys(value).length}` });
}

function properties(schema: Schema): ObjectJudge | undefined {
  const { propertyNames, additionalProperties } = schema;
  const declared = schema.properties.size + schema.patternProperties.length;
  if (declared === 0 && additionalProperties === undefined && propertyNames === undefined) return undefined;
  return (value, context) => {
    for (const name of Object.keys(value)) {
      if (!judgeProperty(schema, { name, value: value[name] ?? null }, context)) return false;
      if (propertyNames === undefined) continue;
      if (!context.run.judge(propertyNames, name, below(context, name, propertyNames))) return false;
    }
    return true;
  };
}

interface Property {
  readonly name: string;
  readonly value: Json;
}

function judgeProperty(schema: Schema, property: Property, context: Context): boolean {
  const declared = schema.properties.get(property.name);
  // As nearly all are.
  if (declared?.possible === true && schema.patternProperties.length === 0)
    return judgePart(declared, property.value, below(context, property.name, declared));
  const rule = 'additionalProperties';
  let isOther = declared === undefined;
  if (declared !== undefined && !judgeNamed({ schema, rule, part: declared }, property, context))
    return false;
  for (const { pattern, schema: part } of schema.patternProperties) {
    if (pattern.test(property.name)) {
      isOther = false;
      if (!judgeNamed({ schema, rule, part }, property, context)) return false;
    } else if (!canTry(pattern, property.name)) isOther = false;
  }
  const { additionalProperties: part } = schema;
  return !isOther || part === undefined || judgeNamed({ schema, rule, part }, property, context);
}

interface Judging {
  readonly schema: Schema;
  /** The keyword by which a property may be refused as such. */
  readonly rule: string;
  readonly part: Schema;
}

function judgeNamed({ schema, rule, part }: Judging, { name, value }: Property, context: Context): boolean {
  if (part.possible) return judgePart(part, value, below(context, name, part));
  return context.run.report(() => unexpected({ schema, rule, value }, [...pathOf(context), name]));
}

function dependents(schema: Schema): readonly ObjectJudge[] {
  const required = [...schema.dependentRequired].map(
    ([name, needed]): ObjectJudge =>
      (value, context) =>
        !Object.hasOwn(value, name) ||
        needed.every(
          (other) =>
            Object.hasOwn(value, other) ||
            reportMissing({ schema, rule: 'dependentRequired' }, other, context),
        ),
  );
  const judged = [...schema.dependentSchemas].map(
    ([name, part]): ObjectJudge =>
      (value, context) =>
        !Object.hasOwn(value, name) || judgeAlso(part, value, context),
  );
  return [...required, ...judged];
}

function unevaluated(schema: Schema): ObjectJudge | undefined {
  const { unevaluatedProperties: part } = schema;
  if (part === undefined) return undefined;
  const judging = { schema, rule: 'unevaluatedProperties', part };
  return (value, context) => {
    const known = evaluatedNames(schema, value, acceptsPart(value, context));
    return Object.entries(value).every(
      ([name, of]) => known.has(name) || judgeNamed(judging, { name, value: of }, context),
    );
  };
}

/** OpenAPI: a required property that is readOnly is required in responses only; writeOnly, in requests only. */
function isExempt({ run, scope }: Context, name: string): boolean {
  const exempt = run.direction === 'request' ? exemptFromRequests : exemptFromResponses;
  return exempt(scope).has(name);
}

const exemptFromRequests = remembered((schema: Schema) => flaggedIn(schema, 'readOnly'));

const exemptFromResponses = remembered((schema: Schema) => flaggedIn(schema, 'writeOnly'));

/** The names of the properties that have the flag in the schema or in those it is combined of. */
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
