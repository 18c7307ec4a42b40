/** Validators for array keywords. */
import { canonicalJson, isNumeric, type Json, type JsonArray } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import {
  constraintValidator,
  createViolation,
  definedValidators,
  type KeywordConstraint,
} from './keyword-constraint.ts';
import { findEvaluatedItems } from './unevaluated.ts';
import {
  accepts,
  childContext,
  createPartChecker,
  evaluatePart,
  type KeywordValidator,
  type ValidationContext,
} from './validation-context.ts';
import { describeValue, pluralize } from './violation.ts';

type ArrayValidator = KeywordValidator<JsonArray>;

export function arrayValidators(schema: Schema): readonly ArrayValidator[] {
  return definedValidators([
    minItemsValidator(schema),
    maxItemsValidator(schema),
    schema.uniqueItems ? uniqueItemsValidator(schema) : undefined,
    itemsValidator(schema),
    ...containsValidators(schema),
    unevaluatedItemsValidator(schema),
  ]);
}

function minItemsValidator(schema: Schema): ArrayValidator | undefined {
  const { minItems } = schema;
  if (minItems === undefined) return undefined;
  return countValidator(schema, {
    keyword: 'minItems',
    isMet: ({ length }) => length >= minItems,
    expected: () => `an array of at least ${pluralize(minItems, 'item')}`,
  });
}

function maxItemsValidator(schema: Schema): ArrayValidator | undefined {
  const { maxItems } = schema;
  if (maxItems === undefined) return undefined;
  return countValidator(schema, {
    keyword: 'maxItems',
    isMet: ({ length }) => length <= maxItems,
    expected: () => `an array of at most ${pluralize(maxItems, 'item')}`,
  });
}

function countValidator(schema: Schema, constraint: KeywordConstraint<JsonArray>): ArrayValidator {
  return constraintValidator(schema, { ...constraint, received: ({ length }) => `${length}` });
}

function uniqueItemsValidator(schema: Schema): ArrayValidator {
  return (value, context) => {
    const seen = new Map<string | number, number>();
    return value.every((item, index) => {
      const key = itemKey(item);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, index);
      return first === undefined || reportDuplicate(schema, { item, index, first }, context);
    });
  };
}

interface DuplicateItem {
  readonly item: Json;
  readonly index: number;
  readonly first: number;
}

function reportDuplicate(schema: Schema, { item, index, first }: DuplicateItem, context: ValidationContext): boolean {
  return context.run.report(() =>
    createViolation(
      schema,
      {
        keyword: 'uniqueItems',
        expected: `an item that differs from the item at index ${first}`,
        received: describeValue(item),
      },
      childContext(context, index, context.scope),
    ),
  );
}

/**
 * Returns equal keys for equal values only; strings and safe integers, which may be very many, avoid the canonical
 * form.
 */
function itemKey(item: Json): string | number {
  // No canonical form of another type starts with a quote.
  if (typeof item === 'string') return `"${item}`;
  if (!isNumeric(item) || !Number.isSafeInteger(Number(item))) return canonicalJson(item);
  return Number(item);
}

function itemsValidator(schema: Schema): ArrayValidator | undefined {
  const { prefixItems, items } = schema;
  if (items === undefined && prefixItems.length === 0) return undefined;
  return (value, context) =>
    value.every((item, index) => {
      const part = prefixItems[index] ?? items;
      return part === undefined || evaluatePart(part, item, childContext(context, index, part));
    });
}

function containsValidators(schema: Schema): readonly (ArrayValidator | undefined)[] {
  const { contains, minContains = 1, maxContains } = schema;
  if (contains === undefined) return [];
  return [
    (value, context) => {
      const count = value.filter((item) => accepts(contains, item, { ...context, scope: contains })).length;
      const reportCount = (keyword: string, limit: string) =>
        context.run.report(() =>
          createViolation(
            schema,
            {
              keyword,
              expected: `an array with ${limit} items that match "contains"`,
              received: `${count}`,
            },
            context,
          ),
        );
      return (
        (count >= minContains || reportCount('contains', `at least ${minContains}`)) &&
        (maxContains === undefined || count <= maxContains || reportCount('maxContains', `at most ${maxContains}`))
      );
    },
  ];
}

function unevaluatedItemsValidator(schema: Schema): ArrayValidator | undefined {
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return undefined;
  return (value, context) => {
    const evaluated = findEvaluatedItems(schema, value, createPartChecker(value, context));
    return value.every(
      (item, index) =>
        evaluated.has(index) || evaluatePart(unevaluatedItems, item, childContext(context, index, unevaluatedItems)),
    );
  };
}
