import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import type { Case } from '../case.ts';
import { caseOf, jsonDraft, type Twin } from '../twin.ts';
import { alternatives } from './combinations/alternatives.ts';
import { conditions } from './combinations/conditions.ts';
import { asWell, type Probe, without } from './combinations/derived.ts';
import type { Family } from './family.ts';
import { allows, allSpotsOf, freshWith, type Spot } from './spots.ts';

/** Schemas made of schemas: each alternative, none of them, several at once, what is excluded, what depends on something else. */
export const combinations: Family = {
  name: 'combinations',
  summary: 'alternatives, exclusions and dependencies of the contract hold',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of allSpotsOf(twin.body)) {
      for (const [index, part] of partsOf(spot.schema).entries()) {
        for (const probe of probesFor(spot, part)) yield* caseFor(twin, spot, { ...probe, part, index });
      }
    }
  },
};

interface PlacedProbe extends Probe {
  /** Which of the parts of the schema it is about. */
  readonly part: Schema;
  readonly index: number;
}

function* caseFor(twin: Twin, spot: Spot, probe: PlacedProbe): Generator<Case> {
  const { keyword, words, value, side, part, index } = probe;
  if (value === undefined || allows(spot, value) !== (side === 'accept')) return;
  yield caseOf(twin, {
    family: 'combinations',
    name: `${spot.name}/${keyword}${index === 0 ? '' : ` of part ${index}`}/${words}`,
    topic: `${spot.name} ${keyword} ${side}`,
    expectation: side,
    mutation: `${spot.name} is ${words}`,
    place: keywordPlace(part, keyword),
    fixed: 'text',
    build: (fresh) => jsonDraft(twin, freshWith(spot, value, fresh)),
  });
}

/** The schema and those that it is put together from, which judge the same value. */
function partsOf(schema: Schema): readonly Schema[] {
  return [schema, ...schema.allOf.flatMap(partsOf)];
}

function* probesFor(spot: Spot, part: Schema): Generator<Probe> {
  yield* alternatives(spot, part, 'oneOf');
  yield* alternatives(spot, part, 'anyOf');
  yield* exclusions(spot.schema, part);
  yield* conditions(spot, part);
  yield* dependencies(spot.schema, part);
  yield* contents(spot.schema, part);
}

function* exclusions(whole: Schema, part: Schema): Generator<Probe> {
  if (part.not === undefined) return;
  const value = asWell(without(whole, part, 'not'), [part.not]);
  yield { keyword: 'not', words: 'what the contract excludes', value, side: 'reject' };
}

function* dependencies(whole: Schema, part: Schema): Generator<Probe> {
  for (const name of part.dependentSchemas.keys()) {
    const free = without(whole, part, 'dependentSchemas');
    const value = asWell({ ...free, required: free.required.union(new Set([name])) }, [], 'none');
    const words = `${JSON.stringify(name)} without what depends on it`;
    yield { keyword: 'dependentSchemas', words, value, side: 'reject' };
  }
}

function* contents(whole: Schema, part: Schema): Generator<Probe> {
  const { contains, maxContains } = part;
  if (contains === undefined) return;
  const value = asWell(without(whole, part, 'contains'), []);
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
  yield { keyword: 'maxContains', words, value: asWell(more, []), side: 'reject' };
}
