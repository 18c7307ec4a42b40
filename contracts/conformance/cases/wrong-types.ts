import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  sameJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { isSentForBounds } from './limits/probes.ts';
import { allows } from './shared/allowed.ts';
import { placeOfType } from './shared/keyword-place.ts';
import { freshWith, type MutationPoint, mutationPointsOf } from './shared/mutation-points.ts';

/** Each value as every type that it may not have, and as its own value in the form of text. */
export const wrongTypes: Family = {
  name: 'wrong-types',
  summary: 'a request with a property of the wrong type is rejected',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of mutationPointsOf(twin.body)) {
      for (const substitute of substitutesFor(point)) {
        const { value } = substitute;
        if (!allows(point, value) && !isSentForBounds(point, value)) yield caseAt(twin, point, substitute);
      }
    }
  },
};

interface Substitute {
  /** Completes "the value is"; with a colon before the value, where it does not say the value itself. */
  readonly kind: string;
  readonly value: Json;
}

function caseAt(twin: Twin, point: MutationPoint, { kind, value }: Substitute): Case {
  const words = kind.endsWith(':') ? `${kind} ${stringifyJson(value)}` : kind;
  return caseOf(twin, {
    family: 'wrong-types',
    name: `${point.name}/${kind.replace(/:$/, '')}`,
    topic: point.name,
    expectation: 'reject',
    mutation: `${point.name} is ${words}`,
    place: placeOfType(point.schema),
    build: (fresh) => jsonDraft(twin, freshWith(point, value, fresh)),
  });
}

const substitutes: readonly Substitute[] = [
  { kind: 'null', value: null },
  { kind: 'true', value: true },
  { kind: 'false', value: false },
  { kind: 'a whole number:', value: 7 },
  { kind: 'zero', value: 0 },
  { kind: 'a fraction:', value: 1.5 },
  { kind: 'a text:', value: 'seven' },
  { kind: 'an empty text', value: '' },
  { kind: 'an empty array', value: [] },
  { kind: 'an array around a text:', value: ['seven'] },
  { kind: 'an empty object', value: {} },
  { kind: 'an object:', value: { value: 7 } },
];

function* substitutesFor(point: MutationPoint): Generator<Substitute> {
  const { value, flat, path } = point;
  yield* substitutes.filter((substitute) => !isSentElsewhere(point, substitute));
  if (typeof value !== 'string') yield { kind: 'its value as text:', value: stringifyJson(value) };
  // The first item in an array of its own is what its array has within it, too.
  if (typeof path.at(-1) !== 'number' || isJsonArray(value))
    yield { kind: 'an array around its value:', value: [value] };
  if (typeof value === 'boolean') yield* yesAndNo;
  if (typeof value === 'number') yield { kind: 'its value as text with a space:', value: ` ${value}` };
  if (isJsonArray(value)) yield* bareItem(value);
  if (isJsonArray(value) && value.length > 0) yield* lastItems(value, flat);
}

/** Of the right type: what is wrong with it is a bound, an item or a missing property, and sent as such. */
function isSentElsewhere({ value, flat: { required } }: MutationPoint, { kind }: Substitute): boolean {
  if (isNumeric(value)) return kind === 'zero';
  if (isJsonArray(value)) return kind === 'an array around a text:';
  if (!isJsonObject(value) || kind !== 'an empty object') return false;
  return Object.keys(value).every((name) => required.has(name));
}

/** What other languages and forms have for true and false. */
const yesAndNo: readonly Substitute[] = [
  { kind: 'one', value: 1 },
  ...['false', 'TRUE', 'yes', 'on', '1'].map((word) => ({ kind: `the text ${word}`, value: word })),
];

/** Some parsers make a list of one thing. */
function* bareItem([first]: readonly Json[]): Generator<Substitute> {
  const isSent = substitutes.some(({ value }) => first !== undefined && sameJson(value, first));
  if (first !== undefined && !isSent) yield { kind: 'its first item without the array:', value: first };
}

/** The first item is a place of its own; many look at no other. */
function* lastItems(value: readonly Json[], { items }: Schema): Generator<Substitute> {
  if (items === undefined) return;
  yield { kind: 'its items and null', value: [...value, null] };
  yield { kind: 'its items and a number', value: [...value, 7] };
  yield { kind: 'its items and an object', value: [...value, { value: 7 }] };
}
