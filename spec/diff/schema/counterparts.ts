/** Which alternative of one contract is which of the other, by what they say before what they are called. */
import type { Schema } from '../../model/schema.ts';
import type { Comparison } from './difference.ts';

/** The alternatives of both sides, each once. */
export interface Alternatives {
  readonly before: readonly Schema[];
  readonly after: readonly Schema[];
}

export interface Counterparts {
  /** Those that say the same, the one of the same name if it does, else that one unless it is another one renamed. */
  ofBefore(schema: Schema): readonly Schema[];
  ofAfter(schema: Schema): readonly Schema[];
}

export function counterpartsIn(
  { before, after }: Alternatives,
  { wholeOf, compare }: Comparison,
): Counterparts {
  const isSame = (old: Schema, now: Schema) => compare(wholeOf([old]), wholeOf([now])).length === 0;
  const find = (one: Schema, own: readonly Schema[], others: readonly Schema[], same: typeof isSame) => {
    const namesake = others.find((other) => nameOf(other) === nameOf(one));
    if (namesake !== undefined && same(one, namesake)) return [namesake];
    const equals = others.filter((other) => same(one, other));
    if (equals.length > 0 || namesake === undefined) return equals;
    return own.some((other) => same(other, namesake)) ? [] : [namesake];
  };
  return {
    ofBefore: (one) => find(one, before, after, isSame),
    ofAfter: (one) => find(one, after, before, (now, old) => isSame(old, now)),
  };
}

/** `Cat` of `#/components/schemas/Cat`; the file where the schema is all of it. */
export function nameOf({ place: { file, pointer } }: Schema): string {
  return pointer.split('/').at(-1) || (file.split('/').at(-1) ?? '');
}
