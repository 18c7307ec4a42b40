/** What judging a value passes down: where it is, what it remembers, and how it makes violations. */
import type { Json } from '../exact-json.ts';
import { type Direction, keywordPlace, type Schema } from '../schema.ts';
import { describeValue, type Violation } from './violation.ts';

/** Judges one value by some keywords of a schema. */
export type Judge = (schema: Schema, value: Json, context: Context) => Generator<Violation>;

export interface Context {
  readonly direction: Direction;
  /** All keywords: through here, a keyword judges by the schemas below it. */
  readonly judge: Judge;
  readonly at: readonly (string | number)[];
  /** The outermost schema that judges this same value: it knows which properties are readOnly. */
  readonly scope: Schema;
  readonly verdicts: Memory<boolean>;
  /** Whether there is a violation is asked, not what it is. */
  readonly brief: boolean;
  /** What `closest` found for the alternatives. */
  readonly closest: Memory<Violation>;
}

/** By value, schema and scope: a recursive schema asks for the same again at each level. */
type Memory<T> = Map<Json, Map<object, Map<Schema, T>>>;

export function accepts(schema: Schema, value: Json, context: Context): boolean {
  const asking = context.brief ? context : { ...context, brief: true };
  const judgeNow = () => context.judge(schema, value, asking).next().done === true;
  if (isCheap(schema, value)) return judgeNow();
  return recall(context.verdicts, [value, schema, context.scope], judgeNow);
}

/** A scalar is judged at once, unless the schema leads on to others. */
function isCheap(schema: Schema, value: Json): boolean {
  return (typeof value !== 'object' || value === null) && !isCombined(schema);
}

/** Whether other schemas judge the same value. */
export function isCombined({ allOf, anyOf, oneOf, not, if: condition }: Schema): boolean {
  const count = allOf.length + anyOf.length + oneOf.length;
  return count > 0 || not !== undefined || condition !== undefined;
}

export function recall<T>(memory: Memory<T>, [value, by, scope]: [Json, object, Schema], make: () => T): T {
  const byValue = memory.get(value) ?? new Map<object, Map<Schema, T>>();
  const byScope = byValue.get(by) ?? new Map<Schema, T>();
  memory.set(value, byValue.set(by, byScope));
  const known = byScope.get(scope) ?? make();
  byScope.set(scope, known);
  return known;
}

/** For `evaluated.ts`, which asks about the value itself and about its items. */
export function acceptsPart(value: Json, context: Context): (part: Schema, other: Json) => boolean {
  return (part, other) => accepts(part, other, other === value ? context : { ...context, scope: part });
}

export function below(context: Context, key: string | number, scope: Schema): Context {
  return { ...context, at: [...context.at, key], scope };
}

export function violation(
  schema: Schema,
  rule: string,
  expected: string,
  value: Json,
  context: Context,
): Violation {
  return {
    rule,
    at: context.at,
    place: keywordPlace(schema, rule),
    expected,
    received: describeValue(value),
  };
}

export function counted(
  schema: Schema,
  rule: string,
  expected: string,
  count: number,
  context: Context,
): Violation {
  return { rule, at: context.at, place: keywordPlace(schema, rule), expected, received: `${count}` };
}

export function missing(schema: Schema, rule: string, name: string, context: Context): Violation {
  const at = [...context.at, name];
  return {
    rule,
    at,
    place: keywordPlace(schema, rule),
    expected: 'a value (the property is required)',
    received: 'nothing',
  };
}

export function unexpected(
  schema: Schema,
  rule: string,
  name: string,
  value: Json,
  context: Context,
): Violation {
  const at = [...context.at, name];
  return {
    rule,
    at,
    place: keywordPlace(schema, rule),
    expected: 'no such property',
    received: describeValue(value),
  };
}
