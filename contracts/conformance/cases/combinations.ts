import { isJsonObject, type Json, sameJson } from '../../../spec/json/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import { sampleWith } from '../request/values/choices.ts';
import { removeAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { allows } from './shared/allowed.ts';
import { allMutationPointsOf, freshWith, isConstant, type MutationPoint } from './shared/mutation-points.ts';

/** Schemas made of schemas: each alternative, none of them, several at once, what is excluded, what depends on something else. */
export const combinations: Family = {
  name: 'combinations',
  summary: 'alternatives, exclusions and dependencies of the contract hold',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      for (const [index, part] of partsOf(point.schema).entries()) {
        for (const probe of probesFor(point, part)) yield* caseFor(twin, point, { ...probe, part, index });
      }
    }
  },
};

/** One value to try. */
interface Probe {
  readonly keyword: string;
  readonly words: string;
  /** Undefined where no such value is found. */
  readonly value: Json | undefined;
  readonly side: 'accept' | 'reject';
}

interface PlacedProbe extends Probe {
  /** Which of the parts of the schema it is about. */
  readonly part: Schema;
  readonly index: number;
}

function* caseFor(twin: Twin, point: MutationPoint, probe: PlacedProbe): Generator<Case> {
  const { keyword, words, value, side, part, index } = probe;
  if (value === undefined || allows(point, value) !== (side === 'accept')) return;
  if (sameJson(value, point.value) && isConstant(point)) return;
  yield caseOf(twin, {
    family: 'combinations',
    name: `${point.name}/${keyword}${index === 0 ? '' : ` of part ${index}`}/${words}`,
    topic: `${point.name} ${keyword} ${side}`,
    expectation: side,
    mutation: `${point.name} is ${words}`,
    place: keywordPlace(part, keyword),
    fixed: 'text',
    build: (fresh) => jsonDraft(twin, freshWith(point, value, fresh)),
  });
}

/** The schema and those that it is put together from, which judge the same value. */
function partsOf(schema: Schema): readonly Schema[] {
  // A set hands out what is added to it on the way: however many ways lead to a part, it counts once.
  const parts = new Set([schema]);
  for (const part of parts) for (const next of part.allOf) parts.add(next);
  return [...parts];
}

function* probesFor(point: MutationPoint, part: Schema): Generator<Probe> {
  yield* alternatives(point, part, 'oneOf');
  yield* alternatives(point, part, 'anyOf');
  yield* exclusions(point.schema, part);
  yield* conditions(point, part);
  yield* companions(point, part);
  yield* dependencies(point.schema, part);
  yield* contents(point.schema, part);
}

function* exclusions(whole: Schema, part: Schema): Generator<Probe> {
  if (part.not === undefined) return;
  const value = sampleWith(without(whole, part, 'not'), [part.not]);
  yield { keyword: 'not', words: 'what the contract excludes', value, side: 'reject' };
}

/** Properties that are only required beside others. */
function* companions({ schema, flat, value: known }: MutationPoint, part: Schema): Generator<Probe> {
  const keyword = 'dependentRequired';
  for (const [name, needed] of part.dependentRequired) {
    const all = { ...schema, required: schema.required.union(new Set([name, ...needed])) };
    const value = isJsonObject(known) && Object.hasOwn(known, name) ? known : sampleWith(all, []);
    for (const other of needed.filter((one) => one !== name && !flat.required.has(one))) {
      const words = `an object with ${JSON.stringify(name)} but without the ${JSON.stringify(other)} that it requires`;
      yield { keyword, words, value: value && removeAt(value, [other]), side: 'reject' };
    }
  }
}

function* dependencies(whole: Schema, part: Schema): Generator<Probe> {
  for (const name of part.dependentSchemas.keys()) {
    const free = without(whole, part, 'dependentSchemas');
    const value = sampleWith({ ...free, required: free.required.union(new Set([name])) }, [], 'none');
    const words = `${JSON.stringify(name)} without what depends on it`;
    yield { keyword: 'dependentSchemas', words, value, side: 'reject' };
  }
}

function* contents(whole: Schema, part: Schema): Generator<Probe> {
  const { contains, maxContains } = part;
  if (contains === undefined) return;
  const value = sampleWith(without(whole, part, 'contains'), []);
  yield {
    keyword: 'contains',
    words: 'an array without the item that it has to contain',
    value,
    side: 'reject',
  };
  if (maxContains === undefined) return;
  const count = maxContains + 1;
  const more = { ...whole, contains, minContains: count, maxContains: undefined, minItems: count };
  const words = `an array with ${count} items of which it contains ${maxContains} at most`;
  yield { keyword: 'maxContains', words, value: sampleWith(more, []), side: 'reject' };
}

/** Each alternative, none of them, and two at once. */
function* alternatives(point: MutationPoint, part: Schema, keyword: 'oneOf' | 'anyOf'): Generator<Probe> {
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

/** What a condition holds for, with and without what follows from it, and what it does not hold for. */
function* conditions(point: MutationPoint, part: Schema): Generator<Probe> {
  const { if: condition } = part;
  if (condition === undefined) return;
  const words = 'what the condition holds for';
  const free = without(point.schema, part, 'if');
  yield { keyword: 'if', words, value: sampleWith(point.schema, [condition], 'none'), side: 'accept' };
  const least = sampleWith(free, [condition], 'none');
  yield { keyword: 'if', words: `${words}, without what follows`, value: least, side: 'reject' };
  const other = 'what the condition does not hold for';
  const value = unlike(condition, part, point).find((one) => allows(point, one));
  yield { keyword: 'if', words: other, value, side: 'accept' };
  const wrong = unlike(condition, part, point).find(
    (one) => isValid(free, one, 'request') && !allows(point, one),
  );
  yield { keyword: 'if', words: `${other}, without what follows`, value: wrong, side: 'reject' };
}

const values: readonly Json[] = [false, true, 'none-of-these', 0, 2, null];

/** The value with another one where the condition looks, and without what would follow if it held. */
function unlike(
  condition: Schema,
  { then, else: otherwise }: Schema,
  { value }: MutationPoint,
): readonly Json[] {
  if (!isJsonObject(value)) return [];
  const looked = [...flatten(condition).properties.keys()];
  const followers = [then, otherwise].flatMap((branch) => (branch === undefined ? [] : [...branch.required]));
  const rest = Object.entries(value).filter(([name]) => !followers.includes(name) || looked.includes(name));
  return looked
    .flatMap((name) => values.map((one): Json => ({ ...Object.fromEntries(rest), [name]: one })))
    .filter((one) => !isValid(condition, one, 'request'));
}

/** The schema as if one of its parts had no such keyword. */
function without(schema: Schema, part: Schema, keyword: Keyword): Schema {
  const views = new Map([[part, bare(part, keyword)]]);
  const viewOf = (one: Schema): Schema => {
    const view = views.get(one) ?? { ...one, allOf: one.allOf.map(viewOf) };
    // However many ways lead to a part, it has one view.
    views.set(one, view);
    return view;
  };
  return viewOf(schema);
}

type Keyword = 'oneOf' | 'anyOf' | 'not' | 'if' | 'contains' | 'dependentSchemas' | 'dependentRequired';

function bare(schema: Schema, keyword: Keyword): Schema {
  if (keyword === 'oneOf' || keyword === 'anyOf') return { ...schema, [keyword]: [] };
  return { ...schema, [keyword]: keyword.startsWith('dependent') ? new Map() : undefined };
}
