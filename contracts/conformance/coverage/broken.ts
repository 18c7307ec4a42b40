import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { type Violation, validate } from '../../../spec/validation/validate.ts';
import { type Governed, governed } from './governed.ts';

/** A keyword that a value breaks, and where in the value. */
interface BrokenKeyword {
  readonly pointer: string;
  readonly at: readonly (string | number)[];
}

/** What a body breaks; within alternatives of which none fits, by the alternative that is the closest. */
export function brokenKeywords(body: Governed): readonly BrokenKeyword[] {
  const violations = validate(body.schema, body.value, 'request').map((one) => ({
    ...one,
    at: [...body.at, ...one.at],
  }));
  return violations.flatMap((violation) => [
    { pointer: violation.place.pointer, at: violation.at },
    ...brokenItems(body, violation),
    ...brokenAlternatives(body, violation),
  ]);
}

/** An array breaks its `items` by each item that is wrong. */
function brokenItems(body: Governed, { at }: Violation): readonly BrokenKeyword[] {
  if (!at.some((part) => typeof part === 'number')) return [];
  return [...governed(body, 'request')]
    .filter((part) => isJsonArray(part.value) && part.schema.items !== undefined && leadsTo(part.at, at))
    .map((part) => ({ pointer: keywordPlace(part.schema, 'items').pointer, at: part.at }));
}

function leadsTo(array: Governed['at'], at: Governed['at']): boolean {
  return typeof at[array.length] === 'number' && array.every((part, index) => part === at[index]);
}

function brokenAlternatives(body: Governed, { rule, place, at }: Violation): readonly BrokenKeyword[] {
  if (rule !== 'oneOf' && rule !== 'anyOf') return [];
  const holder = [...governed(body, 'request')].find(
    (part) =>
      keywordPlace(part.schema, rule).pointer === place.pointer &&
      part.at.length === at.length &&
      part.at.every((one, index) => one === at[index]),
  );
  if (holder === undefined) return [];
  const closest = closestOf(holder.schema[rule], holder.value);
  return closest === undefined ? [] : brokenKeywords({ ...holder, schema: closest });
}

function closestOf(parts: readonly Schema[], value: Json): Schema | undefined {
  const [best] = parts
    .map((part) => ({ part, count: validate(part, value, 'request').length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count);
  return best?.part;
}
