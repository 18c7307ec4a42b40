/** Test values at the bounds of a schema, each value once. */
import {
  canonicalJson,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { pluralize } from '../../../../spec/validation/violation.ts';
import { allowsValue } from '../shared/allowed-changes.ts';
import { isConstantPoint, type MutationPoint } from '../shared/mutation-points.ts';
import { arrayProbes } from './arrays.ts';
import { formatProbes } from './formats.ts';
import { numberProbes } from './numbers.ts';
import { type BoundaryProbe, boundText, enumProbes } from './probe.ts';
import { textProbes } from './texts.ts';

export interface ClassifiedProbe extends BoundaryProbe {
  readonly side: 'within' | 'beyond';
}

/** Probes that are on the intended side of the bound. */
export function* boundaryProbes(point: MutationPoint): Generator<ClassifiedProbe> {
  const baselineText = isConstantPoint(point) ? canonicalJson(point.value) : undefined;
  const sent = new Set<string>();
  for (const probe of probesForSchema(point)) {
    const text = canonicalJson(probe.value);
    const side = allowsValue(point, probe.value) ? 'within' : 'beyond';
    // Values that the contract lists are all sent under their own keyword.
    if (text === baselineText && probe.keyword !== 'enum' && probe.keyword !== 'const') continue;
    if (sent.has(text) || (probe.side !== undefined && probe.side !== side)) continue;
    sent.add(text);
    yield { ...probe, side };
  }
}

const sentTextsByPoint = new WeakMap<MutationPoint, ReadonlySet<string>>();
/** Values of other categories are shorter. */
const MAX_CACHED_LENGTH = 100;

/**
 * Whether the value is sent here as a boundary value or in every valid request: other categories need not send it
 * again.
 */
export function isBoundaryValue(point: MutationPoint, value: Json): boolean {
  const sent = sentTextsByPoint.get(point) ?? new Set(shortBoundaryTexts(point));
  sentTextsByPoint.set(point, sent);
  return sent.has(canonicalJson(value));
}

function* shortBoundaryTexts(point: MutationPoint): Generator<string> {
  if (isConstantPoint(point)) yield canonicalJson(point.value);
  for (const { value } of boundaryProbes(point)) {
    const text = canonicalJson(value);
    if (text.length < MAX_CACHED_LENGTH) yield text;
  }
}

function* probesForSchema({ value, flat }: MutationPoint): Generator<BoundaryProbe> {
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

/** Larger limits are not tested. */
const MAX_PROPERTIES = 1_000;

function* objectProbes(flat: Schema, value: JsonObject): Generator<BoundaryProbe> {
  const { minProperties = 0, maxProperties } = flat;
  if (minProperties > 0) {
    yield* propertyCountProbe(flat, value, minProperties, { keyword: 'minProperties', side: 'within' });
    yield* propertyCountProbe(flat, value, minProperties - 1, { keyword: 'minProperties', side: 'beyond' });
  }
  if (maxProperties !== undefined && maxProperties < MAX_PROPERTIES) {
    yield* propertyCountProbe(flat, value, maxProperties, { keyword: 'maxProperties', side: 'within' });
    yield* propertyCountProbe(flat, value, maxProperties + 1, { keyword: 'maxProperties', side: 'beyond' });
  }
  // One property inside each bound.
  if (minProperties > 0)
    yield* propertyCountProbe(flat, value, minProperties + 1, { keyword: 'minProperties', side: 'within' });
  if (maxProperties !== undefined && maxProperties < MAX_PROPERTIES)
    yield* propertyCountProbe(flat, value, maxProperties - 1, { keyword: 'maxProperties', side: 'within' });
}

function* propertyCountProbe(
  flat: Schema,
  value: JsonObject,
  count: number,
  bound: { readonly keyword: 'minProperties' | 'maxProperties'; readonly side: 'within' | 'beyond' },
): Generator<BoundaryProbe> {
  const object = count <= Object.keys(value).length ? removeProperties(flat, value, count) : addProperties(flat, count);
  const name = `an object of ${count} properties`;
  const description = `an object with ${pluralize(count, 'property', 'properties')}${boundText(bound.keyword, flat[bound.keyword])}`;
  if (object !== undefined) yield { ...bound, name, description, value: object };
}

/** Required properties are removed last. */
function removeProperties({ required }: Schema, value: JsonObject, count: number): Json {
  const entries = Object.entries(value);
  const inOrder = entries.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  return Object.fromEntries(inOrder.slice(0, count));
}

function addProperties(flat: Schema, count: number): Json | undefined {
  const longer: Schema = {
    ...flat,
    minProperties: count,
    maxProperties: undefined,
    examples: [],
    default: undefined,
  };
  return sampleValue(longer, 'request', { optional: 'all' });
}
