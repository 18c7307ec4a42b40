/** Which keywords of a schema leave no value together: without any one of them there would be some. */
import { wholeOf } from '../../spec/diff/demands/whole.ts';
import { type Direction, keywordPlace, type Schema } from '../../spec/model/schema.ts';
import { leavesNothing } from './impossible.ts';

/** In words, for a schema that contradicts itself: `type (line 3) and multipleOf (line 4)`. */
export function clashIn(schema: Schema, direction: Direction): string {
  const { parts } = wholeOf([schema]);
  let left: readonly Schema[] = parts.map((part) => ({ ...part, allOf: [] }));
  const needed = parts.flatMap((part, index) =>
    Object.entries(without)
      .filter(([keyword, change]) => {
        if (!part.keywordLines.has(keyword)) return false;
        const trial = left.map((one, at) => (at === index ? { ...one, ...change } : one));
        const isIdle = leavesNothing(trial, direction);
        if (isIdle) left = trial;
        return !isIdle;
      })
      .map(([keyword]) => `${keyword} (line ${keywordPlace(part, keyword).line})`),
  );
  const [last = 'its keywords', ...others] = needed.toReversed();
  if (others.length > 0) return `${others.toReversed().join(', ')} and ${last}`;
  return last.startsWith('oneOf') ? `${last}: what one alternative allows, another allows too` : last;
}

const without: Readonly<Record<string, Partial<Schema>>> = {
  not: { not: undefined },
  if: { if: undefined },
  oneOf: { oneOf: [] },
  anyOf: { anyOf: [] },
  dependentRequired: { dependentRequired: new Map() },
  dependentSchemas: { dependentSchemas: new Map() },
  propertyNames: { propertyNames: undefined },
  unevaluatedProperties: { unevaluatedProperties: undefined },
  additionalProperties: { additionalProperties: undefined },
  patternProperties: { patternProperties: [] },
  properties: { properties: new Map() },
  required: { required: new Set() },
  minProperties: { minProperties: undefined },
  maxProperties: { maxProperties: undefined },
  unevaluatedItems: { unevaluatedItems: undefined },
  contains: { contains: undefined },
  prefixItems: { prefixItems: [] },
  items: { items: undefined },
  minItems: { minItems: undefined },
  maxItems: { maxItems: undefined },
  pattern: { pattern: undefined },
  format: { format: undefined },
  minLength: { minLength: undefined },
  maxLength: { maxLength: undefined },
  multipleOf: { multipleOf: undefined },
  minimum: { minimum: undefined, exclusiveMinimum: undefined },
  maximum: { maximum: undefined, exclusiveMaximum: undefined },
  exclusiveMinimum: { exclusiveMinimum: undefined },
  exclusiveMaximum: { exclusiveMaximum: undefined },
  const: { const: undefined },
  enum: { enum: undefined },
  type: { types: undefined },
};
