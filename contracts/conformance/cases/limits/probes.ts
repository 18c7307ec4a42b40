/** What the bounds of a place give to send, each value once. */
import {
  canonicalText,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { allows } from '../shared/allowed.ts';
import { isConstant, type MutationPoint } from '../shared/mutation-points.ts';
import { arrayProbes } from './arrays.ts';
import { formatProbes } from './formats.ts';
import { numberProbes } from './numbers.ts';
import { enumProbes, type Probe } from './probe.ts';
import { textProbes } from './texts.ts';

export interface JudgedProbe extends Probe {
  readonly side: 'within' | 'beyond';
}

/** Those that are on the side they are meant to be on. */
export function* probesFor(point: MutationPoint): Generator<JudgedProbe> {
  const own = isConstant(point) ? canonicalText(point.value) : undefined;
  const sent = new Set<string>();
  for (const probe of probesOf(point)) {
    const text = canonicalText(probe.value);
    const side = allows(point, probe.value) ? 'within' : 'beyond';
    // The values that a contract lists are all tried by their name.
    if (text === own && probe.keyword !== 'enum' && probe.keyword !== 'const') continue;
    if (sent.has(text) || (probe.side !== undefined && probe.side !== side)) continue;
    sent.add(text);
    yield { ...probe, side };
  }
}

const known = new WeakMap<MutationPoint, ReadonlySet<string>>();
/** What other families send is shorter than that. */
const SHORT = 100;

/** Whether a value is sent here for a bound, or in every valid request: other families need not send it again. */
export function isSentForBounds(point: MutationPoint, value: Json): boolean {
  const sent = known.get(point) ?? new Set(shortTexts(point));
  known.set(point, sent);
  return sent.has(canonicalText(value));
}

function* shortTexts(point: MutationPoint): Generator<string> {
  if (isConstant(point)) yield canonicalText(point.value);
  for (const { value } of probesFor(point)) {
    const text = canonicalText(value);
    if (text.length < SHORT) yield text;
  }
}

function* probesOf({ value, flat }: MutationPoint): Generator<Probe> {
  if (typeof value === 'string') {
    yield* textProbes(flat, value);
    yield* formatProbes(flat.format, value);
  }
  if (isNumeric(value)) yield* numberProbes(flat, isInteger(value) && flat.types?.has('number') !== true);
  if (isJsonArray(value)) yield* arrayProbes(flat, value);
  if (isJsonObject(value)) yield* objectProbes(flat, value);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

/** More properties are no limit that anybody tests. */
const MOST_PROPERTIES = 1_000;

function* objectProbes(flat: Schema, value: JsonObject): Generator<Probe> {
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
