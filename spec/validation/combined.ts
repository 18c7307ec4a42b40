/** The keywords that judge the same value by other schemas. */
import type { Json } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import {
  accepts,
  type Context,
  collecting,
  type Judge,
  judgeAlso,
  pathOf,
  recall,
  reportingTo,
} from './context.ts';
import { present, violation } from './demand.ts';
import { describeValue, describeViolation, type Violation } from './violation.ts';

export function judgesCombined(schema: Schema): readonly Judge[] {
  return present([all(schema), any(schema), one(schema), not(schema), conditional(schema)]);
}

/** In a web of schemas one part is reached by very many ways. */
function all({ allOf }: Schema): Judge | undefined {
  const parts = [...new Set(allOf)];
  if (parts.length === 0) return undefined;
  return (value, context) => parts.every((part) => judgeAlso(part, value, context));
}

function any(schema: Schema): Judge | undefined {
  const { anyOf } = schema;
  if (anyOf.length === 0) return undefined;
  return (value, context) =>
    anyOf.some((part) => accepts(part, value, context)) ||
    context.run.report(() => closest(schema, 'anyOf', value, context));
}

function one(schema: Schema): Judge | undefined {
  const { oneOf } = schema;
  if (oneOf.length === 0) return undefined;
  return (value, context) => {
    const count = oneOf.filter((part) => accepts(part, value, context)).length;
    if (count === 1) return true;
    return context.run.report(() =>
      count === 0 ? closest(schema, 'oneOf', value, context) : ambiguous(schema, { value, count }, context),
    );
  };
}

function ambiguous(
  schema: Schema,
  { value, count }: { value: Json; count: number },
  context: Context,
): Violation {
  return violation(
    schema,
    {
      rule: 'oneOf',
      expected: `exactly one of ${schema.oneOf.length} alternatives`,
      received: `${describeValue(value)}, which fits ${count} of them`,
    },
    context,
  );
}

function not(schema: Schema): Judge | undefined {
  const { not: refused } = schema;
  if (refused === undefined) return undefined;
  return (value, context) =>
    !accepts(refused, value, context) ||
    context.run.report(() =>
      violation(
        schema,
        {
          rule: 'not',
          expected: 'a value that the schema under "not" refuses',
          received: describeValue(value),
        },
        context,
      ),
    );
}

function conditional({ if: condition, then: met, else: unmet }: Schema): Judge | undefined {
  if (condition === undefined) return undefined;
  return (value, context) => {
    const branch = accepts(condition, value, context) ? met : unmet;
    return (
      branch === undefined || accepts(branch, value, context) || context.run.judge(branch, value, context)
    );
  };
}

/** Where no alternative fits, what the alternative with the fewest violations asks for says most. */
function closest(schema: Schema, rule: 'anyOf' | 'oneOf', value: Json, context: Context): Violation {
  const parts = schema[rule];
  const { memory } = context.run;
  memory.closest ??= new Map();
  const found = recall(memory.closest, [value, context.scope, parts], () => {
    const expected = `one of ${parts.length} alternatives${hintOf(parts, value, context)}`;
    return violation(schema, { rule, expected, received: describeValue(value) }, context);
  });
  return { ...found, at: pathOf(context) };
}

function hintOf(parts: readonly Schema[], value: Json, context: Context): string {
  const attempts = parts.map((part) => {
    const found: Violation[] = [];
    context.run.judge(part, value, reportingTo(collecting(found), context));
    return found;
  });
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
