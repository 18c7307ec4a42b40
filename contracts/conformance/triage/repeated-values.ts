/** The values of a body that may have to be unique and that were accepted before, and fresh ones in their places. */
import { isEqualJson, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { FreshValues } from '../model/request-spec.ts';
import { textSpace } from '../request/values/distinct-texts.ts';
import { findLocations, replaceAt, type ValueLocation } from '../request/values/value-locations.ts';
import { distinctValue, valueSpace } from '../request/values/value-space.ts';
import type { AcceptedValues } from '../session/accepted-values.ts';
import type { SentBody } from './sent-bodies.ts';
import type { Replacement } from './spelled-values.ts';

export interface RepeatedValue extends Pick<ValueLocation, 'path' | 'schema' | 'value'> {
  /** The number of values that may replace it. */
  readonly size: number;
  /** How many values of the property were accepted. */
  readonly taken: number;
  /** Several accepted creates had it. */
  readonly isShared: boolean;
  /** Accepted was only a value that differs in case or separators: the fresh one keeps those. */
  readonly isSimilar: boolean;
}

/** Where a schema allows fewer values, they are rarely unique. */
const MIN_SPACE = 10;

/** In all items of arrays: several of them may have the same value. */
export function findRepeatedValues(accepted: AcceptedValues, { schema, value }: SentBody): readonly RepeatedValue[] {
  const sent = new Set<string>();
  return [...findLocations(schema, value, { items: 'all' })].flatMap(({ path, schema: declared, value: part }) => {
    if (typeof part !== 'string' && typeof part !== 'number' && typeof part !== 'bigint') return [];
    const name = path.findLast((one) => typeof one === 'string') ?? '';
    const key = `${name} ${stringifyJson(part)}`;
    const isInItem = typeof path.at(-1) === 'string' && path.some((one) => typeof one === 'number');
    const isEqual = accepted.has(name, part) || (isInItem && sent.has(key));
    sent.add(key);
    const isSimilar = !isEqual && accepted.hasSimilar(name, part);
    if (!isEqual && !isSimilar) return [];
    const space = isSimilar ? similarSpace(part, declared) : valueSpace(part, declared)?.size;
    const size = space ?? 0;
    const isShared = accepted.isShared(name, part);
    const taken = accepted.countOf(name);
    return size < MIN_SPACE ? [] : [{ path, schema: declared, value: part, size, taken, isShared, isSimilar }];
  });
}

/** Other texts of the same shape. */
function similarSpace(part: Json, schema: Schema): number {
  if (typeof part !== 'string') return 0;
  const { size } = textSpace(part, schema);
  return size >= MIN_SPACE ? size : Number(isValid(schema, withWord(part, 'w1'), 'request')) * LARGE;
}

const LARGE = 2 ** 31;

/** The body with fresh values, and what was replaced; none where no value can be replaced. */
export function replaceRepeated(
  { schema, value }: SentBody,
  repeated: readonly RepeatedValue[],
  fresh: FreshValues,
): { readonly value: Json; readonly replacements: readonly Replacement[] } {
  // The values of the run's own records are not used up.
  const values = { ...fresh, nextIndex: (size: number) => fresh.number() % size };
  const replacements: Replacement[] = [];
  const changed = repeated.reduce((body: Json, { path, schema: declared, value: before, isSimilar }) => {
    const after = isSimilar ? similarValue(before, declared, values) : distinctValue(before, declared, values);
    const next = after === undefined ? body : replaceAt(body, path, after);
    if (after === undefined || !isValid(schema, next, 'request')) return body;
    replacements.push({ path, before, after });
    return next;
  }, value);
  return { value: changed, replacements };
}

function similarValue(part: Json, schema: Schema, fresh: FreshValues): Json | undefined {
  if (typeof part !== 'string') return undefined;
  const { size, valueAt } = textSpace(part, schema);
  const other = size >= MIN_SPACE ? valueAt(fresh.number() % size) : withWord(part, fresh.word());
  return other !== undefined && !isEqualJson(other, part) && isValid(schema, other, 'request') ? other : undefined;
}

/** White space and punctuation stay at both ends. */
function withWord(text: string, word: string): string {
  return text.replace(/[\p{L}\p{N}]/u, (first) => word + first);
}
