/** The keywords of arrays. */
import { canonicalText, isNumeric, type Json, type JsonArray } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { accepts, acceptsPart, below, type Context, type Judge, judgePart } from './context.ts';
import { type Demand, demanding, present, violation } from './demand.ts';
import { evaluatedItems } from './evaluated.ts';
import { describeValue, inWords } from './violation.ts';

type ArrayJudge = Judge<JsonArray>;

export function judgesOfArray(schema: Schema): readonly ArrayJudge[] {
  return present([
    notFew(schema),
    notMany(schema),
    schema.uniqueItems ? unique(schema) : undefined,
    items(schema),
    ...containing(schema),
    unevaluated(schema),
  ]);
}

function notFew(schema: Schema): ArrayJudge | undefined {
  const { minItems } = schema;
  if (minItems === undefined) return undefined;
  return counting(schema, {
    rule: 'minItems',
    holds: ({ length }) => length >= minItems,
    expected: () => `an array of at least ${inWords(minItems, 'item')}`,
  });
}

function notMany(schema: Schema): ArrayJudge | undefined {
  const { maxItems } = schema;
  if (maxItems === undefined) return undefined;
  return counting(schema, {
    rule: 'maxItems',
    holds: ({ length }) => length <= maxItems,
    expected: () => `an array of at most ${inWords(maxItems, 'item')}`,
  });
}

function counting(schema: Schema, demand: Demand<JsonArray>): ArrayJudge {
  return demanding(schema, { ...demand, received: ({ length }) => `${length}` });
}

function unique(schema: Schema): ArrayJudge {
  return (value, context) => {
    const seen = new Map<string | number, number>();
    return value.every((item, index) => {
      const key = keyOf(item);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, index);
      return first === undefined || reportTwin(schema, { item, index, first }, context);
    });
  };
}

interface Twin {
  readonly item: Json;
  readonly index: number;
  readonly first: number;
}

function reportTwin(schema: Schema, { item, index, first }: Twin, context: Context): boolean {
  return context.run.report(() =>
    violation(
      schema,
      { rule: 'uniqueItems', expected: `an item unlike that at ${first}`, received: describeValue(item) },
      below(context, index, context.scope),
    ),
  );
}

/** The same for equal values alone; texts and whole numbers, of which there may be very many, are their own. */
function keyOf(item: Json): string | number {
  // Nothing else begins with a quote.
  if (typeof item === 'string') return `"${item}`;
  if (!isNumeric(item) || !Number.isSafeInteger(Number(item))) return canonicalText(item);
  return Number(item);
}

function items(schema: Schema): ArrayJudge | undefined {
  const { prefixItems, items: rest } = schema;
  if (rest === undefined && prefixItems.length === 0) return undefined;
  return (value, context) =>
    value.every((item, index) => {
      const part = prefixItems[index] ?? rest;
      return part === undefined || judgePart(part, item, below(context, index, part));
    });
}

function containing(schema: Schema): readonly (ArrayJudge | undefined)[] {
  const { contains, minContains = 1, maxContains } = schema;
  if (contains === undefined) return [];
  return [
    (value, context) => {
      const count = value.filter((item) => accepts(contains, item, { ...context, scope: contains })).length;
      const tell = (rule: string, limit: string) =>
        context.run.report(() =>
          violation(
            schema,
            { rule, expected: `an array with ${limit} items of the declared kind`, received: `${count}` },
            context,
          ),
        );
      return (
        (count >= minContains || tell('contains', `at least ${minContains}`)) &&
        (maxContains === undefined || count <= maxContains || tell('maxContains', `at most ${maxContains}`))
      );
    },
  ];
}

function unevaluated(schema: Schema): ArrayJudge | undefined {
  const { unevaluatedItems: rest } = schema;
  if (rest === undefined) return undefined;
  return (value, context) => {
    const known = evaluatedItems(schema, value, acceptsPart(value, context));
    return value.every(
      (item, index) => known.has(index) || judgePart(rest, item, below(context, index, rest)),
    );
  };
}
