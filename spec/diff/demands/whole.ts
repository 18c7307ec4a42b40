/** All that is demanded of one value: a set of schemas, `allOf` taken apart, so that nothing hangs on how they were written. */
import type { Schema } from '../../model/schema.ts';
import { remembered, rememberedList } from '../../remembered.ts';

export interface Whole {
  /** The same for the same set of schemas. */
  readonly key: string;
  /** Without their `allOf`; in the order in which they were met. */
  readonly parts: readonly Schema[];
  /** One schema that says the same, to judge values by; undefined where nothing is demanded. */
  readonly schema: Schema | undefined;
}

/** The same object for the same list, so that recursion through sets comes to an end. */
export type WholeOf = (schemas: readonly (Schema | undefined)[]) => Whole;

export const wholeOf: WholeOf = (schemas) => wholeOfGiven(schemas.filter((schema) => schema !== undefined));

const wholeOfGiven = rememberedList((given: readonly Schema[]): Whole => {
  const parts = [...partsOf(given)];
  const key = parts
    .map(idOf)
    .toSorted((a, b) => a - b)
    .join(' ');
  return { key, parts, schema: conjunction(given) };
});

let lastId = 0;
const idOf = remembered((_schema: Schema) => ++lastId);

/** Each once, by however many ways it is reached. */
function partsOf(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return parts;
}

function conjunction([first, ...others]: readonly Schema[]): Schema | undefined {
  if (first === undefined || others.length === 0) return first;
  return { ...first, allOf: [...first.allOf, ...others] };
}
