import { isJsonObject, sameJson } from '../../../spec/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import { removeAt } from '../request/values/sites.ts';
import { alternatives } from './combinations/alternatives.ts';
import { conditions } from './combinations/conditions.ts';
import { type Probe, without } from './combinations/derived.ts';
import type { Family } from './family.ts';
import { allows } from './shared/allowed.ts';
import { allMutationPointsOf, freshWith, isConstant, type MutationPoint } from './shared/mutation-points.ts';
import { sampleWith } from './shared/sample-with.ts';

/** Schemas made of schemas: each alternative, none of them, several at once, what is excluded, what depends on something else. */
export const combinations: Family = {
  name: 'combinations',
  summary: 'alternatives, exclusions and dependencies of the contract hold',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      for (const [index, part] of partsOf(point.schema).entries()) {
        for (const probe of probesFor(point, part)) yield* caseFor(twin, point, { ...probe, part, index });
      }
    }
  },
};

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
