/** Judges a value by a schema, integers exactly, and says of each violation which keyword it breaks and where. */
import type { Place } from './contract.ts';
import { evaluatedItems, evaluatedNames } from './evaluated.ts';
import {
  canonicalText,
  compareNumbers,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonTypeOf,
  sameJson,
  stringifyJson,
} from './exact-json.ts';
import { formatNamed } from './formats.ts';
import { type Direction, keywordPlace, type Schema } from './schema.ts';

export interface Violation {
  /** The JSON Schema keyword: `type`, `required`, `format`, ... */
  readonly rule: string;
  /** The path into the value; for a missing property its name included. */
  readonly at: readonly (string | number)[];
  /** Of the keyword in the document. */
  readonly place: Place;
  /** A noun phrase: `integer`, `a string of at least 3 characters`. */
  readonly expected: string;
  /** A noun phrase: `string "7"`, `nothing`. */
  readonly received: string;
}

/** Nobody reads more, and a hostile value of millions of wrong items must not cost as many violations. */
const MOST_VIOLATIONS = 100;

/** The first violations in the order of the document's keywords; none when the value is valid. */
export function validate(schema: Schema, value: Json, direction: Direction): readonly Violation[] {
  const context = contextOf(schema, direction);
  return withinStack(
    () => judge(schema, value, context).take(MOST_VIOLATIONS).toArray(),
    () => [violation(schema, 'depth', 'a value that is nested less deep', value, context)],
  );
}

export function isValid(schema: Schema, value: Json, direction: Direction): boolean {
  return withinStack(
    () => accepts(schema, value, contextOf(schema, direction)),
    () => false,
  );
}

/** A recursive schema follows the value down; one of some hundred levels may be deeper than the stack. */
function withinStack<T>(judgeAll: () => T, tooDeep: () => T): T {
  try {
    return judgeAll();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
}

/** `body.id: expected integer, got string "7"` */
export function describeViolation(violation: Violation, root = 'body'): string {
  return `${formatPath(violation.at, root)}: expected ${violation.expected}, got ${violation.received}`;
}

/** `body.pots[2].size`, `body["odd name"]` */
export function formatPath(at: readonly (string | number)[], root = 'body'): string {
  return at.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `${path}.${part}` : `${path}[${JSON.stringify(part)}]`;
  }, root);
}

/** `string "7"`, `integer 3`, `object`; long ones cut. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const type = jsonTypeOf(value);
  if (type === 'null' || type === 'object' || type === 'array') return type;
  const text = stringifyJson(value);
  return `${type} ${text.length > 60 ? `${text.slice(0, 50)}... (${text.length} characters)` : text}`;
}

interface Context {
  readonly direction: Direction;
  readonly at: readonly (string | number)[];
  /** The outermost schema that judges this same value: it knows which properties are readOnly. */
  readonly scope: Schema;
  readonly verdicts: Memory<boolean>;
  /** What `closest` found for the alternatives. */
  readonly closest: Memory<Violation>;
}

/** By value, schema and scope: a recursive schema asks for the same again at each level. */
type Memory<T> = Map<Json, Map<object, Map<Schema, T>>>;

function contextOf(schema: Schema, direction: Direction): Context {
  return { direction, at: [], scope: schema, verdicts: new Map(), closest: new Map() };
}

function accepts(schema: Schema, value: Json, context: Context): boolean {
  const judgeNow = () => judge(schema, value, context).next().done === true;
  if (typeof value !== 'object' || value === null) return judgeNow();
  return recall(context.verdicts, [value, schema, context.scope], judgeNow);
}

function recall<T>(memory: Memory<T>, [value, by, scope]: [Json, object, Schema], make: () => T): T {
  const byValue = memory.get(value) ?? new Map<object, Map<Schema, T>>();
  const byScope = byValue.get(by) ?? new Map<Schema, T>();
  memory.set(value, byValue.set(by, byScope));
  const known = byScope.get(scope) ?? make();
  byScope.set(scope, known);
  return known;
}

/** For `evaluated.ts`, which asks about the value itself and about its items. */
function acceptsPart(value: Json, context: Context): (part: Schema, other: Json) => boolean {
  return (part, other) => accepts(part, other, other === value ? context : { ...context, scope: part });
}

type Judge = (schema: Schema, value: Json, context: Context) => Generator<Violation>;

function* judge(schema: Schema, value: Json, context: Context): Generator<Violation> {
  if (!schema.possible) {
    yield violation(schema, 'false', 'nothing here', value, context);
    return;
  }
  for (const family of families) yield* family(schema, value, context);
}

const judgeAnyType: Judge = function* (schema, value, context) {
  const { types, enum: options, const: only, format } = schema;
  if (types !== undefined && !hasType(types, value)) {
    yield violation(schema, 'type', [...types].join(' or '), value, context);
    return;
  }
  if (options !== undefined && !options.some((option) => sameJson(option, value))) {
    yield violation(
      schema,
      'enum',
      `one of ${options.map((option) => stringifyJson(option)).join(', ')}`,
      value,
      context,
    );
  }
  if (only !== undefined && !sameJson(only.value, value)) {
    yield violation(schema, 'const', stringifyJson(only.value), value, context);
  }
  const known = format === undefined ? undefined : formatNamed(format);
  if (known !== undefined && !known.accepts(value)) {
    yield violation(schema, 'format', known.expected, value, context);
  }
};

const judgeNumber: Judge = function* (schema, value, context) {
  if (!isNumeric(value)) return;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && compareNumbers(value, minimum) < 0)
    yield violation(schema, 'minimum', `at least ${minimum}`, value, context);
  if (maximum !== undefined && compareNumbers(value, maximum) > 0)
    yield violation(schema, 'maximum', `at most ${maximum}`, value, context);
  if (exclusiveMinimum !== undefined && compareNumbers(value, exclusiveMinimum) <= 0)
    yield violation(schema, 'exclusiveMinimum', `more than ${exclusiveMinimum}`, value, context);
  if (exclusiveMaximum !== undefined && compareNumbers(value, exclusiveMaximum) >= 0)
    yield violation(schema, 'exclusiveMaximum', `less than ${exclusiveMaximum}`, value, context);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield violation(schema, 'multipleOf', `a multiple of ${multipleOf}`, value, context);
};

const judgeString: Judge = function* (schema, value, context) {
  if (typeof value !== 'string') return;
  const { minLength, maxLength, pattern } = schema;
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value);
  if (minLength !== undefined && length < minLength)
    yield violation(schema, 'minLength', `a string of at least ${minLength} characters`, value, context);
  if (maxLength !== undefined && length > maxLength)
    yield violation(schema, 'maxLength', `a string of at most ${maxLength} characters`, value, context);
  if (pattern !== undefined && !pattern.test(value))
    yield violation(schema, 'pattern', `a string that matches ${pattern.source}`, value, context);
};

const judgeArray: Judge = function* (schema, value, context) {
  if (!isJsonArray(value)) return;
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && value.length < minItems)
    yield counted(schema, 'minItems', `an array of at least ${minItems} items`, value.length, context);
  if (maxItems !== undefined && value.length > maxItems)
    yield counted(schema, 'maxItems', `an array of at most ${maxItems} items`, value.length, context);
  if (uniqueItems) yield* judgeUnique(schema, value, context);
  for (const [index, item] of value.entries()) {
    const part = schema.prefixItems[index] ?? schema.items;
    if (part !== undefined) yield* judge(part, item, below(context, index, part));
  }
  yield* judgeContains(schema, value, context);
  if (schema.unevaluatedItems !== undefined)
    yield* judgeUnevaluatedItems(schema, schema.unevaluatedItems, value, context);
};

function* judgeUnique(schema: Schema, value: JsonArray, context: Context): Generator<Violation> {
  const seen = new Map<string, number>();
  for (const [index, item] of value.entries()) {
    const key = canonicalText(item);
    const first = seen.get(key);
    if (first !== undefined) {
      const inside = { ...context, at: [...context.at, index] };
      yield violation(schema, 'uniqueItems', `an item unlike that at ${first}`, item, inside);
    } else seen.set(key, index);
  }
}

function* judgeContains(schema: Schema, value: JsonArray, context: Context): Generator<Violation> {
  const { contains } = schema;
  if (contains === undefined) return;
  const count = value.filter((item) => accepts(contains, item, { ...context, scope: contains })).length;
  const min = schema.minContains ?? 1;
  const max = schema.maxContains;
  if (count < min)
    yield counted(
      schema,
      'contains',
      `an array with at least ${min} items of the declared kind`,
      count,
      context,
    );
  if (max !== undefined && count > max)
    yield counted(
      schema,
      'maxContains',
      `an array with at most ${max} items of the declared kind`,
      count,
      context,
    );
}

function* judgeUnevaluatedItems(
  schema: Schema,
  rest: Schema,
  value: JsonArray,
  context: Context,
): Generator<Violation> {
  const known = evaluatedItems(schema, value, acceptsPart(value, context));
  for (const [index, item] of value.entries()) {
    if (!known.has(index)) yield* judge(rest, item, below(context, index, rest));
  }
}

const judgeObject: Judge = function* (schema, value, context) {
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
      `an object of at least ${minProperties} properties`,
      names.length,
      context,
    );
  if (maxProperties !== undefined && names.length > maxProperties)
    yield counted(
      schema,
      'maxProperties',
      `an object of at most ${maxProperties} properties`,
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
  const others =
    judges.length === 0 && schema.additionalProperties !== undefined ? [schema.additionalProperties] : judges;
  for (const judging of others) {
    if (judging.possible) yield* judge(judging, part, below(context, name, judging));
    else yield unexpected(schema, 'additionalProperties', name, part, context);
  }
  const { propertyNames } = schema;
  if (propertyNames !== undefined) yield* judge(propertyNames, name, below(context, name, propertyNames));
}

function* judgeDependents(schema: Schema, value: JsonObject, context: Context): Generator<Violation> {
  for (const [name, needed] of schema.dependentRequired) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of needed) {
      if (!Object.hasOwn(value, other)) yield missing(schema, 'dependentRequired', other, context);
    }
  }
  for (const [name, part] of schema.dependentSchemas) {
    if (Object.hasOwn(value, name)) yield* judge(part, value, context);
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
    if (rest.possible) yield* judge(rest, part, below(context, name, rest));
    else yield unexpected(schema, 'unevaluatedProperties', name, part, context);
  }
}

const judgeCombined: Judge = function* (schema, value, context) {
  for (const part of schema.allOf) yield* judge(part, value, context);
  yield* judgeAlternatives(schema, value, context);
  const { not, if: condition } = schema;
  if (not !== undefined && accepts(not, value, context))
    yield violation(schema, 'not', 'a value that the schema under "not" refuses', value, context);
  if (condition === undefined) return;
  const branch = accepts(condition, value, context) ? schema.then : schema.else;
  if (branch !== undefined) yield* judge(branch, value, context);
};

function* judgeAlternatives(schema: Schema, value: Json, context: Context): Generator<Violation> {
  const passes = (part: Schema) => accepts(part, value, context);
  if (schema.anyOf.length > 0 && !schema.anyOf.some(passes)) yield closest(schema, 'anyOf', value, context);
  if (schema.oneOf.length === 0) return;
  const count = schema.oneOf.filter(passes).length;
  if (count === 0) yield closest(schema, 'oneOf', value, context);
  if (count > 1) {
    const found = {
      ...violation(schema, 'oneOf', `exactly one of ${schema.oneOf.length} alternatives`, value, context),
    };
    yield { ...found, received: `${found.received}, which fits ${count} of them` };
  }
}

/** Where no alternative fits, what the alternative with the fewest violations asks for says most. */
function closest(schema: Schema, rule: 'anyOf' | 'oneOf', value: Json, context: Context): Violation {
  const parts = schema[rule];
  const found = recall(context.closest, [value, parts, context.scope], () =>
    violation(
      schema,
      rule,
      `one of ${parts.length} alternatives${hintOf(parts, value, context)}`,
      value,
      context,
    ),
  );
  return { ...found, at: context.at };
}

function hintOf(parts: readonly Schema[], value: Json, context: Context): string {
  const attempts = parts.map((part) => judge(part, value, context).take(MOST_VIOLATIONS).toArray());
  const [best] = attempts.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length);
  return best?.[0] === undefined ? '' : ` (closest: ${innermost(best[0])})`;
}

/** Alternatives within alternatives say the same again at each level; the last one says what is wrong. */
function innermost(violation: Violation): string {
  return / \(closest: (.*)\)$/s.exec(violation.expected)?.[1] ?? describeViolation(violation, 'it');
}

function depthOf(violations: readonly Violation[]): number {
  return Math.max(0, ...violations.map((one) => one.at.length));
}

const families: readonly Judge[] = [
  judgeAnyType,
  judgeNumber,
  judgeString,
  judgeArray,
  judgeObject,
  judgeCombined,
];

function below(context: Context, key: string | number, scope: Schema): Context {
  return { ...context, at: [...context.at, key], scope };
}

function violation(schema: Schema, rule: string, expected: string, value: Json, context: Context): Violation {
  return {
    rule,
    at: context.at,
    place: keywordPlace(schema, rule),
    expected,
    received: describeValue(value),
  };
}

function counted(schema: Schema, rule: string, expected: string, count: number, context: Context): Violation {
  return { rule, at: context.at, place: keywordPlace(schema, rule), expected, received: `${count}` };
}

function missing(schema: Schema, rule: string, name: string, context: Context): Violation {
  const at = [...context.at, name];
  return {
    rule,
    at,
    place: keywordPlace(schema, rule),
    expected: 'a value (the property is required)',
    received: 'nothing',
  };
}

function unexpected(schema: Schema, rule: string, name: string, value: Json, context: Context): Violation {
  const at = [...context.at, name];
  return {
    rule,
    at,
    place: keywordPlace(schema, rule),
    expected: 'no such property',
    received: describeValue(value),
  };
}

/** OpenAPI: a required property that is readOnly is required in responses only; writeOnly, in requests only. */
function isExempt(context: Context, name: string): boolean {
  const flag = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  const declares = (schema: Schema): boolean =>
    schema.properties.get(name)?.[flag] === true ||
    [...schema.allOf, ...schema.anyOf, ...schema.oneOf].some(declares);
  return declares(context.scope);
}

function hasType(types: ReadonlySet<string>, value: Json): boolean {
  const type = jsonTypeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Decimal steps such as 0.01 have no exact double, so both are taken as they are written in decimal. */
function isMultiple(value: number | bigint, step: number | bigint): boolean {
  const [a, b] = [decimalOf(value), decimalOf(step)];
  if (b.digits === 0n) return true;
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [coefficient = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
