import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { isBoundaryValue } from './boundary-values/boundary-probes.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { findTypePlace } from './shared/keyword-place.ts';
import { freshBodyWith, type MutationPoint, mutationPoints } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** Each value replaced by every type that it may not have, and by its own value as a string. */
export const wrongTypes: TestCategory = {
  name: 'wrong-types',
  summary: 'requests with a property of the wrong type are rejected',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    for (const point of mutationPoints(baseline.body)) {
      for (const substitute of substitutesForPoint(point)) {
        const { value } = substitute;
        if (!allowsValue(point, value) && !isBoundaryValue(point, value))
          yield wrongTypeCase(baseline, point, substitute);
      }
    }
  },
};

interface Substitute {
  /** Unique within the property; part of the case id. */
  readonly name: string;
  /** Completes "the value is", by default with the name; ends with a colon if the value is to be appended. */
  readonly description?: string;
  readonly value: Json;
}

function wrongTypeCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  { name, description = name, value }: Substitute,
): TestCase {
  const descriptionWithValue = description.endsWith(':') ? `${description} ${stringifyJson(value)}` : description;
  return createCase(baseline, {
    category: 'wrong-types',
    name: `${point.name}/${name}`,
    topic: point.name,
    expectation: 'reject',
    mutation: `${point.name} is ${descriptionWithValue}`,
    place: findTypePlace(point.schema),
    buildRequest: (fresh) => jsonRequestSpec(baseline, freshBodyWith(point, value, fresh)),
  });
}

const substitutes: readonly Substitute[] = [
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'false', value: false },
  { name: 'an integer', description: 'an integer:', value: 7 },
  { name: 'zero', value: 0 },
  { name: 'a fraction', description: 'a fraction:', value: 1.5 },
  { name: 'a text', description: 'a string:', value: 'seven' },
  { name: 'an empty text', description: 'an empty string', value: '' },
  { name: 'an empty array', value: [] },
  { name: 'an array around a text', description: 'an array of strings:', value: ['seven'] },
  { name: 'an empty object', value: {} },
  { name: 'an object', description: 'an object:', value: { value: 7 } },
];

function* substitutesForPoint(point: MutationPoint): Generator<Substitute> {
  const { value, flat, path } = point;
  yield* substitutes.filter((substitute) => !isCoveredByOtherCases(point, substitute));
  if (typeof value !== 'string')
    yield { name: 'its value as text', description: 'its value as a string:', value: stringifyJson(value) };
  // An array around the first item of an array is already sent for the array itself.
  if (typeof path.at(-1) !== 'number' || isJsonArray(value))
    yield { name: 'an array around its value', description: 'its value in an array:', value: [value] };
  if (typeof value === 'boolean') yield* booleanLookAlikes;
  if (typeof value === 'number')
    yield {
      name: 'its value as text with a space',
      description: 'its value as a string with a leading space:',
      value: ` ${value}`,
    };
  if (isJsonArray(value)) yield* firstItemAlone(value);
  if (isJsonArray(value) && value.length > 0) yield* wrongLastItems(value, flat);
}

/** Substitutes of the right type: other categories send them as a boundary value, an item or a missing property. */
function isCoveredByOtherCases(
  { value, flat: { required } }: MutationPoint,
  { name: substituteName }: Substitute,
): boolean {
  if (isNumeric(value)) return substituteName === 'zero';
  if (isJsonArray(value)) return substituteName === 'an array around a text';
  if (!isJsonObject(value) || substituteName !== 'an empty object') return false;
  return Object.keys(value).every((name) => required.has(name));
}

/** Values that other languages and forms use for true and false. */
const booleanLookAlikes: readonly Substitute[] = [
  { name: 'one', value: 1 },
  ...['false', 'TRUE', 'yes', 'on', '1'].map((word) => ({
    name: `the text ${word}`,
    description: `the string ${JSON.stringify(word)}`,
    value: word,
  })),
];

/** Some parsers accept a single item instead of an array. */
function* firstItemAlone([first]: readonly Json[]): Generator<Substitute> {
  const isSent = substitutes.some(({ value }) => first !== undefined && isEqualJson(value, first));
  if (first !== undefined && !isSent)
    yield {
      name: 'its first item without the array',
      description: 'its first item without the array:',
      value: first,
    };
}

/** The first item is a mutation point itself; many implementations validate no other item. */
function* wrongLastItems(value: readonly Json[], { items }: Schema): Generator<Substitute> {
  if (items === undefined) return;
  yield { name: 'its items and null', description: 'its items plus null', value: [...value, null] };
  yield { name: 'its items and a number', description: 'its items plus a number', value: [...value, 7] };
  yield { name: 'its items and an object', description: 'its items plus an object', value: [...value, { value: 7 }] };
}
