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

/** Each value replaced by every type that it may not have, and by its own value as text. */
export const wrongTypes: TestCategory = {
  name: 'wrong-types',
  summary: 'a request with a property of the wrong type is rejected',
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
  /** Completes "the value is"; ends with a colon if the value is to be appended. */
  readonly description: string;
  readonly value: Json;
}

function wrongTypeCase(baseline: BaselineRequest, point: MutationPoint, { description, value }: Substitute): TestCase {
  const descriptionWithValue = description.endsWith(':') ? `${description} ${stringifyJson(value)}` : description;
  return createCase(baseline, {
    category: 'wrong-types',
    name: `${point.name}/${description.replace(/:$/, '')}`,
    topic: point.name,
    expectation: 'reject',
    mutation: `${point.name} is ${descriptionWithValue}`,
    place: findTypePlace(point.schema),
    buildRequest: (fresh) => jsonRequestSpec(baseline, freshBodyWith(point, value, fresh)),
  });
}

const substitutes: readonly Substitute[] = [
  { description: 'null', value: null },
  { description: 'true', value: true },
  { description: 'false', value: false },
  { description: 'a whole number:', value: 7 },
  { description: 'zero', value: 0 },
  { description: 'a fraction:', value: 1.5 },
  { description: 'a text:', value: 'seven' },
  { description: 'an empty text', value: '' },
  { description: 'an empty array', value: [] },
  { description: 'an array around a text:', value: ['seven'] },
  { description: 'an empty object', value: {} },
  { description: 'an object:', value: { value: 7 } },
];

function* substitutesForPoint(point: MutationPoint): Generator<Substitute> {
  const { value, flat, path } = point;
  yield* substitutes.filter((substitute) => !isCoveredByOtherCases(point, substitute));
  if (typeof value !== 'string') yield { description: 'its value as text:', value: stringifyJson(value) };
  // An array around the first item of an array is already sent for the array itself.
  if (typeof path.at(-1) !== 'number' || isJsonArray(value))
    yield { description: 'an array around its value:', value: [value] };
  if (typeof value === 'boolean') yield* booleanLookAlikes;
  if (typeof value === 'number') yield { description: 'its value as text with a space:', value: ` ${value}` };
  if (isJsonArray(value)) yield* firstItemAlone(value);
  if (isJsonArray(value) && value.length > 0) yield* wrongLastItems(value, flat);
}

/** Substitutes of the right type: other categories send them as a boundary value, an item or a missing property. */
function isCoveredByOtherCases({ value, flat: { required } }: MutationPoint, { description }: Substitute): boolean {
  if (isNumeric(value)) return description === 'zero';
  if (isJsonArray(value)) return description === 'an array around a text:';
  if (!isJsonObject(value) || description !== 'an empty object') return false;
  return Object.keys(value).every((name) => required.has(name));
}

/** Values that other languages and forms use for true and false. */
const booleanLookAlikes: readonly Substitute[] = [
  { description: 'one', value: 1 },
  ...['false', 'TRUE', 'yes', 'on', '1'].map((word) => ({ description: `the text ${word}`, value: word })),
];

/** Some parsers accept a single item in place of an array. */
function* firstItemAlone([first]: readonly Json[]): Generator<Substitute> {
  const isSent = substitutes.some(({ value }) => first !== undefined && isEqualJson(value, first));
  if (first !== undefined && !isSent) yield { description: 'its first item without the array:', value: first };
}

/** The first item is a mutation point itself; many implementations validate no other item. */
function* wrongLastItems(value: readonly Json[], { items }: Schema): Generator<Substitute> {
  if (items === undefined) return;
  yield { description: 'its items and null', value: [...value, null] };
  yield { description: 'its items and a number', value: [...value, 7] };
  yield { description: 'its items and an object', value: [...value, { value: 7 }] };
}
