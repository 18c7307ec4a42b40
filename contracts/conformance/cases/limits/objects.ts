import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import type { Probe } from './probe.ts';

/** More properties are no limit that anybody tests. */
const MOST_PROPERTIES = 1_000;

export function* objectProbes(flat: Schema, value: JsonObject): Generator<Probe> {
  const { minProperties = 0, maxProperties } = flat;
  if (minProperties > 0) {
    yield* ofCount(flat, value, minProperties, { keyword: 'minProperties', side: 'within' });
    yield* ofCount(flat, value, minProperties - 1, { keyword: 'minProperties', side: 'beyond' });
  }
  if (maxProperties !== undefined && maxProperties < MOST_PROPERTIES) {
    yield* ofCount(flat, value, maxProperties, { keyword: 'maxProperties', side: 'within' });
    yield* ofCount(flat, value, maxProperties + 1, { keyword: 'maxProperties', side: 'beyond' });
  }
  // One from each bound.
  if (minProperties > 0)
    yield* ofCount(flat, value, minProperties + 1, { keyword: 'minProperties', side: 'within' });
  if (maxProperties !== undefined && maxProperties < MOST_PROPERTIES)
    yield* ofCount(flat, value, maxProperties - 1, { keyword: 'maxProperties', side: 'within' });
}

function* ofCount(
  flat: Schema,
  value: JsonObject,
  count: number,
  about: Pick<Probe, 'keyword' | 'side'>,
): Generator<Probe> {
  const made = count <= Object.keys(value).length ? shortened(flat, value, count) : lengthened(flat, count);
  if (made !== undefined) yield { ...about, words: `an object of ${count} properties`, value: made };
}

/** What is required stays as long as there is room. */
function shortened({ required }: Schema, value: JsonObject, count: number): Json {
  const entries = Object.entries(value);
  const inOrder = entries.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  return Object.fromEntries(inOrder.slice(0, count));
}

function lengthened(flat: Schema, count: number): Json | undefined {
  const longer: Schema = {
    ...flat,
    minProperties: count,
    maxProperties: undefined,
    examples: [],
    default: undefined,
  };
  return sampleOf(longer, 'request', { optional: 'all' });
}
