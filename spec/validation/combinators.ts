/** Validators for keywords that apply other schemas to the same value. */
import type { Json } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { createViolation, definedValidators } from './keyword-constraint.ts';
import {
  accepts,
  cachedResult,
  collectViolations,
  evaluateInPlace,
  type KeywordValidator,
  type ValidationContext,
  valuePath,
  withReport,
} from './validation-context.ts';
import { describeValue, describeViolation, type Violation } from './violation.ts';

export function combinatorValidators(schema: Schema): readonly KeywordValidator[] {
  return definedValidators([
    allOfValidator(schema),
    anyOfValidator(schema),
    oneOfValidator(schema),
    notValidator(schema),
    conditionalValidator(schema),
  ]);
}

/** Duplicates are removed: in a dense graph of schemas one part may be reachable in very many ways. */
function allOfValidator({ allOf }: Schema): KeywordValidator | undefined {
  const parts = [...new Set(allOf)];
  if (parts.length === 0) return undefined;
  return (value, context) => parts.every((part) => evaluateInPlace(part, value, context));
}

function anyOfValidator(schema: Schema): KeywordValidator | undefined {
  const { anyOf } = schema;
  if (anyOf.length === 0) return undefined;
  return (value, context) =>
    anyOf.some((part) => accepts(part, value, context)) ||
    context.run.report(() => closestViolation(schema, 'anyOf', value, context));
}

function oneOfValidator(schema: Schema): KeywordValidator | undefined {
  const { oneOf } = schema;
  if (oneOf.length === 0) return undefined;
  return (value, context) => {
    const count = oneOf.filter((part) => accepts(part, value, context)).length;
    if (count === 1) return true;
    return context.run.report(() =>
      count === 0
        ? closestViolation(schema, 'oneOf', value, context)
        : multipleMatchesViolation(schema, { value, count }, context),
    );
  };
}

function multipleMatchesViolation(
  schema: Schema,
  { value, count }: { value: Json; count: number },
  context: ValidationContext,
): Violation {
  const text = {
    keyword: 'oneOf',
    expected: `exactly one of ${schema.oneOf.length} alternatives`,
    received: `${describeValue(value)}, which matches ${count} of them`,
  };
  return { ...createViolation(schema, text, context), matchCount: count };
}

function notValidator(schema: Schema): KeywordValidator | undefined {
  const { not: excluded } = schema;
  if (excluded === undefined) return undefined;
  return (value, context) =>
    !accepts(excluded, value, context) ||
    context.run.report(() =>
      createViolation(
        schema,
        {
          keyword: 'not',
          expected: 'a value that does not match "not"',
          received: describeValue(value),
        },
        context,
      ),
    );
}

function conditionalValidator({
  if: condition,
  then: thenSchema,
  else: elseSchema,
}: Schema): KeywordValidator | undefined {
  if (condition === undefined) return undefined;
  return (value, context) => {
    const branch = accepts(condition, value, context) ? thenSchema : elseSchema;
    return branch === undefined || accepts(branch, value, context) || context.run.evaluate(branch, value, context);
  };
}

/** If no alternative matches, the error describes the one whose violations are the deepest, then the fewest. */
function closestViolation(
  schema: Schema,
  keyword: 'anyOf' | 'oneOf',
  value: Json,
  context: ValidationContext,
): Violation {
  const parts = schema[keyword];
  const { cache } = context.run;
  cache.closestViolations ??= new Map();
  const found = cachedResult(cache.closestViolations, [value, context.scope, parts], () => {
    const expected = `one of ${parts.length} alternatives${describeClosest(parts, value, context)}`;
    return createViolation(schema, { keyword, expected, received: describeValue(value) }, context);
  });
  return { ...found, path: valuePath(context) };
}

function describeClosest(parts: readonly Schema[], value: Json, context: ValidationContext): string {
  const attempts = parts.map((part) => {
    const found: Violation[] = [];
    context.run.evaluate(part, value, withReport(collectViolations(found), context));
    return found;
  });
  const [best] = attempts.toSorted((a, b) => maxPathDepth(b) - maxPathDepth(a) || a.length - b.length);
  return best?.[0] === undefined ? '' : ` (closest: ${innermostMessage(best[0])})`;
}

/** Nested alternatives repeat the same message at each level; the innermost describes the problem. */
function innermostMessage(violation: Violation): string {
  return / \(closest: (.*)\)$/s.exec(violation.expected)?.[1] ?? describeViolation(violation, 'it');
}

function maxPathDepth(violations: readonly Violation[]): number {
  return Math.max(0, ...violations.map((one) => one.path.length));
}
