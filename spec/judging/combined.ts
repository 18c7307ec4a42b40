/** The keywords that judge the same value by other schemas. */
import type { Json } from '../exact-json.ts';
import type { Schema } from '../schema.ts';
import { accepts, type Context, type Judge, recall, violation } from './context.ts';
import { describeViolation, type Violation } from './violation.ts';

/** As many as are needed to see which alternative is the closest. */
const MOST_VIOLATIONS = 100;

export const judgeCombined: Judge = function* (schema, value, context) {
  yield* judgeAll(schema, value, context);
  yield* judgeAlternatives(schema, value, context);
  const { not, if: condition } = schema;
  if (not !== undefined && accepts(not, value, context))
    yield violation(schema, 'not', 'a value that the schema under "not" refuses', value, context);
  if (condition === undefined) return;
  const branch = accepts(condition, value, context) ? schema.then : schema.else;
  if (branch !== undefined) yield* context.judge(branch, value, context);
};

/** What is accepted is remembered and not judged again: in a web of schemas one part is reached by very many ways. */
function* judgeAll(schema: Schema, value: Json, context: Context): Generator<Violation> {
  for (const part of new Set(schema.allOf)) {
    if (!accepts(part, value, context)) yield* context.judge(part, value, context);
  }
}

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
  if (context.brief) return violation(schema, rule, `one of ${parts.length} alternatives`, value, context);
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
  const attempts = parts.map((part) => context.judge(part, value, context).take(MOST_VIOLATIONS).toArray());
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
