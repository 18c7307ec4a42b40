/** The keywords of arrays. */
import { evaluatedItems } from '../evaluated.ts';
import { canonicalText, isJsonArray, isNumeric, type Json, type JsonArray } from '../exact-json.ts';
import type { Schema } from '../schema.ts';
import { accepts, acceptsPart, below, type Context, counted, type Judge, violation } from './context.ts';
import { inWords, type Violation } from './violation.ts';

export const judgeArray: Judge = function* (schema, value, context) {
  if (!isJsonArray(value)) return;
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && value.length < minItems)
    yield counted(
      schema,
      'minItems',
      `an array of at least ${inWords(minItems, 'item')}`,
      value.length,
      context,
    );
  if (maxItems !== undefined && value.length > maxItems)
    yield counted(
      schema,
      'maxItems',
      `an array of at most ${inWords(maxItems, 'item')}`,
      value.length,
      context,
    );
  if (uniqueItems) yield* judgeUnique(schema, value, context);
  for (const [index, item] of value.entries()) {
    const part = schema.prefixItems[index] ?? schema.items;
    if (part !== undefined) yield* context.judge(part, item, below(context, index, part));
  }
  yield* judgeContains(schema, value, context);
  if (schema.unevaluatedItems !== undefined)
    yield* judgeUnevaluatedItems(schema, schema.unevaluatedItems, value, context);
};

function* judgeUnique(schema: Schema, value: JsonArray, context: Context): Generator<Violation> {
  const seen = new Map<string | number, number>();
  for (const [index, item] of value.entries()) {
    const key = keyOf(item);
    const first = seen.get(key);
    if (first !== undefined) {
      const inside = { ...context, at: [...context.at, index] };
      yield violation(schema, 'uniqueItems', `an item unlike that at ${first}`, item, inside);
    } else seen.set(key, index);
  }
}

/** The same for equal values alone; whole numbers, of which there may be very many, without making texts of them. */
function keyOf(item: Json): string | number {
  if (!isNumeric(item) || !Number.isSafeInteger(Number(item))) return canonicalText(item);
  return Number(item);
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
    if (!known.has(index)) yield* context.judge(rest, item, below(context, index, rest));
  }
}
