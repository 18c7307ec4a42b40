import { isJsonArray, type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import type { Case } from '../case.ts';
import { caseOf, jsonDraft, type Twin } from '../twin.ts';
import type { Family } from './family.ts';
import { allows, freshWith, type Spot, spotsOf } from './spots.ts';

/** Each value as every type that it may not have, and as its own value in the form of text. */
export const wrongTypes: Family = {
  name: 'wrong-types',
  summary: 'a request with a property of the wrong type is rejected',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of spotsOf(twin.body)) {
      for (const substitute of substitutesFor(spot)) {
        if (!allows(spot, substitute[1])) yield caseAt(twin, spot, substitute);
      }
    }
  },
};

type Substitute = readonly [kind: string, value: Json];

function caseAt(twin: Twin, spot: Spot, [kind, value]: Substitute): Case {
  return caseOf(twin, {
    family: 'wrong-types',
    name: `${spot.name}/${kind}`,
    topic: spot.name,
    expectation: 'reject',
    mutation: `${spot.name} is ${kind}: ${stringifyJson(value)}`,
    place: keywordPlace(typedPart(spot.schema), 'type'),
    build: (fresh) => jsonDraft(twin, freshWith(spot, value, fresh)),
  });
}

const substitutes: readonly Substitute[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a whole number', 7],
  ['zero', 0],
  ['a fraction', 1.5],
  ['a text', 'seven'],
  ['an empty text', ''],
  ['an empty array', []],
  ['an array around a text', ['seven']],
  ['an empty object', {}],
  ['an object', { value: 7 }],
];

function* substitutesFor({ value, flat, path }: Spot): Generator<Substitute> {
  yield* substitutes;
  if (typeof value !== 'string') yield ['its value as text', stringifyJson(value)];
  // The first item in an array of its own is what its array has within it, too.
  if (typeof path.at(-1) !== 'number' || isJsonArray(value)) yield ['an array around its value', [value]];
  if (typeof value === 'boolean') yield* yesAndNo;
  if (typeof value === 'number') yield ['its value as text with a space', ` ${value}`];
  if (isJsonArray(value) && value.length > 0) yield* lastItems(value, flat);
}

/** What other languages and forms have for true and false. */
const yesAndNo: readonly Substitute[] = [
  ['one', 1],
  ...['false', 'TRUE', 'yes', 'on', '1'].map((word): Substitute => [`the text ${word}`, word]),
];

/** The first item is a place of its own; many look at no other. */
function* lastItems(value: readonly Json[], { items }: Schema): Generator<Substitute> {
  if (items === undefined) return;
  yield ['its items and null', [...value, null]];
  yield ['its items and a number', [...value, 7]];
  yield ['its items and an object', [...value, { value: 7 }]];
}

function typedPart(schema: Schema): Schema {
  if (schema.types !== undefined) return schema;
  return schema.allOf.map(typedPart).find((part) => part.types !== undefined) ?? schema;
}
