import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { sampleWith } from '../shared/sample-with.ts';
import { type Probe, without } from './derived.ts';

/** Each alternative, none of them, and two at once. */
export function* alternatives(
  point: MutationPoint,
  part: Schema,
  keyword: 'oneOf' | 'anyOf',
): Generator<Probe> {
  const parts = part[keyword];
  if (parts.length === 0) return;
  for (const [index, alternative] of parts.entries()) {
    const value = sampleWith(point.schema, [alternative]);
    yield { keyword, words: `alternative ${index + 1} of ${parts.length}`, value, side: 'accept' };
  }
  for (const [words, value] of noAlternative(point)) yield { keyword, words, value, side: 'reject' };
  const side = keyword === 'oneOf' ? 'reject' : 'accept';
  for (const [first, second] of neighbours(parts)) {
    const words = `alternatives ${first + 1} and ${second + 1} at once`;
    const [one, other] = [parts[first], parts[second]].filter((schema) => schema !== undefined);
    if (one === undefined || other === undefined) continue;
    const asked = sampleWith(without(point.schema, part, keyword), [one, other]);
    yield {
      keyword,
      words,
      value: asked ?? merged(sampleWith(point.schema, [one]), sampleWith(point.schema, [other])),
      side,
    };
  }
}

function noAlternative({ value }: MutationPoint): readonly (readonly [string, Json])[] {
  if (!isJsonObject(value)) return [['no alternative', 'none-of-these']];
  return [
    ['no alternative, an object of another kind', { 'x-unknown': 'none-of-these' }],
    ['no alternative, an empty object', {}],
  ];
}

/** Each with the next, and the last with the first. */
function neighbours(parts: readonly Schema[]): readonly (readonly [number, number])[] {
  if (parts.length < 2) return [];
  if (parts.length === 2) return [[0, 1]];
  return parts.map((_part, index) => [index, (index + 1) % parts.length] as const);
}

function merged(one: Json | undefined, other: Json | undefined): Json | undefined {
  return isJsonObject(one) && isJsonObject(other) ? { ...one, ...other } : undefined;
}
