/** Values of each alternative of a oneOf or anyOf, of none of them, and of two together. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleWithSchemas } from '../../request/values/alternative-values.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { type CombinationProbe, withoutKeyword } from './combination-probe.ts';

/** A value of each alternative, of none of them, and of two together. */
export function* alternativeValues(
  point: MutationPoint,
  part: Schema,
  keyword: 'oneOf' | 'anyOf',
): Generator<CombinationProbe> {
  const parts = part[keyword];
  if (parts.length === 0) return;
  for (const [index, alternative] of parts.entries()) {
    const value = sampleWithSchemas(point.schema, [alternative]);
    const name = `alternative ${index + 1} of ${parts.length}`;
    yield { keyword, name, description: `a value of ${name}`, value, side: 'accept' };
  }
  for (const [name, value, description] of valuesOfNoAlternative(point))
    yield { keyword, name, description, value, side: 'reject' };
  const side = keyword === 'oneOf' ? 'reject' : 'accept';
  for (const [first, second] of adjacentPairs(parts)) {
    const [one, other] = [parts[first], parts[second]].filter((schema) => schema !== undefined);
    if (one === undefined || other === undefined) continue;
    const combined = sampleWithSchemas(withoutKeyword(point.schema, part, keyword), [one, other]);
    yield* mixedAlternatives(point, keyword, [first, second], [one, other]);
    yield {
      keyword,
      name: `alternatives ${first + 1} and ${second + 1} at once`,
      description: `a value of both alternatives ${first + 1} and ${second + 1}`,
      value: combined ?? mergeObjects(sampleWithSchemas(point.schema, [one]), sampleWithSchemas(point.schema, [other])),
      side,
    };
  }
}

/** The value that distinguishes the second alternative, with the other properties of the first one. */
function* mixedAlternatives(
  { schema }: MutationPoint,
  keyword: 'oneOf' | 'anyOf',
  [first, second]: readonly [number, number],
  alternatives: readonly [Schema, Schema],
): Generator<CombinationProbe> {
  const [value, other] = alternatives.map((one) => sampleWithSchemas(schema, [one]));
  if (!isJsonObject(value) || !isJsonObject(other)) return;
  const distinguishing = Object.entries(other).find(
    ([name, part]) =>
      typeof part === 'string' &&
      typeof value[name] === 'string' &&
      value[name] !== part &&
      isFixedIn(alternatives, name),
  );
  if (distinguishing === undefined) return;
  const [name, part] = distinguishing;
  yield {
    keyword,
    name: `alternative ${first + 1} with ${JSON.stringify(name)} of alternative ${second + 1}`,
    description: `a value of alternative ${first + 1} whose ${JSON.stringify(name)} is that of alternative ${second + 1}`,
    value: { ...value, [name]: part },
    side: 'reject',
  };
}

/** Each alternative lists its own values. */
function isFixedIn(alternatives: readonly Schema[], name: string): boolean {
  return alternatives.every((one) => {
    const property = flattenSchema(one).properties.get(name);
    const flat = property && flattenSchema(property);
    return flat?.const !== undefined || flat?.enum !== undefined;
  });
}

function valuesOfNoAlternative({ value }: MutationPoint): readonly (readonly [string, Json, string])[] {
  if (!isJsonObject(value)) return [['no alternative', 'none-of-these', 'a value of no alternative']];
  return [
    ['no alternative, an object of another kind', { 'x-unknown': 'none-of-these' }, 'an object of no alternative'],
    ['no alternative, an empty object', {}, 'an empty object, which matches no alternative'],
  ];
}

/** Each index with the next one, and the last with the first. */
function adjacentPairs(parts: readonly Schema[]): readonly (readonly [number, number])[] {
  if (parts.length < 2) return [];
  if (parts.length === 2) return [[0, 1]];
  return parts.map((_part, index) => [index, (index + 1) % parts.length] as const);
}

function mergeObjects(one: Json | undefined, other: Json | undefined): Json | undefined {
  return isJsonObject(one) && isJsonObject(other) ? { ...one, ...other } : undefined;
}
