import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { MediaType, Operation } from '../../../spec/model/contract.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { remembered } from '../../../spec/remembered.ts';
import type { Judged } from '../checks/check.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import { sentMedia } from '../request/payload/payload.ts';
import { brokenKeywords, type Governed, governed } from './governed.ts';
import { type Keyword, keywordsOf, type Tried, whyUnbroken } from './keywords.ts';
import {
  type Counter,
  createCounter,
  createSampler,
  type ItemSeed,
  itemOf,
  type Ledger,
  type Sampler,
} from './ledger.ts';
import { howJudged, isForm } from './request-media.ts';
import { anyItem, below, type DeclaredProperty, declaredProperties, schemasWithin } from './schema-parts.ts';

/** Properties of the request body and the constraints on them, from the bodies that were accepted and rejected. */
export function requestBodiesLedger(operation: Operation): Ledger {
  const counter = createCounter();
  // What one family breaks another does not: each has a sampler of its own.
  const samplers = new Map<string, Sampler>();
  const families = new Set<string>();
  return {
    note(judged) {
      const { case: tried, draft, answer } = judged;
      const { expectation, family, place, topic } = tried;
      if (answer === undefined || (expectation !== 'accept' && expectation !== 'reject')) return;
      if (expectation === 'reject') counter.add(place.pointer, 'broken');
      families.add(family);
      // A form has as many fields as others have families.
      const sampler = samplerOf(family === 'form-fields' ? `${family} ${topic}` : family);
      const schema = sentMedia(operation, draft)?.schema;
      if (schema === undefined || draft.value === undefined || !sampler.wants()) return;
      const before = counter.size();
      look(judged, { schema, value: draft.value, at: [] }, counter);
      sampler.told(counter.size() > before);
    },
    read() {
      const bodies = (operation.requestBody?.content ?? []).filter(({ schema }) => schema !== undefined);
      return [
        { kind: 'request properties', items: unique(bodies.flatMap(propertySeeds), counter) },
        { kind: 'constraints', items: unique(constraintSeeds(bodies, triedOf), counter) },
      ];
    },
  };

  function samplerOf(family: string): Sampler {
    const sampler = samplers.get(family) ?? createSampler();
    samplers.set(family, sampler);
    return sampler;
  }

  function triedOf(name: string): Tried {
    return { isKept: counter.of(name, 'kept') > 0, families };
  }
}

function look({ case: tried, answer }: Judged, body: Governed, counter: Counter): void {
  const status = answer?.status ?? 0;
  if (tried.expectation === 'accept') {
    if (isSuccess(status)) noteAccepted(body, counter);
    return;
  }
  for (const { pointer, at } of brokenKeywords(body)) {
    counter.add(pointer, 'broken');
    if (isClientError(status)) counter.add(anyItem(at), 'rejected');
  }
}

function noteAccepted(body: Governed, counter: Counter): void {
  for (const { schema, value, at } of governed(body, 'request')) {
    for (const { judges, pointer } of pointedKeywords(schema))
      if (judges(value)) counter.add(pointer, 'kept');
    noteProperties(schema, value, (name, side) => counter.add(below(anyItem(at), name), side));
  }
}

/** The keywords of a schema, each with its pointer. */
const pointedKeywords = remembered((schema: Schema) =>
  keywordsOf(schema).map(({ name, judges }) => ({ judges, pointer: keywordPlace(schema, name).pointer })),
);

function noteProperties(schema: Schema, value: Json, add: (name: string, side: string) => void): void {
  if (!isJsonObject(value)) return;
  for (const name of schema.properties.keys()) add(name, Object.hasOwn(value, name) ? 'with' : 'without');
}

/** The same schema may stand under several media types. */
function unique(seeds: readonly ItemSeed[], counter: Counter) {
  const byName = new Map(seeds.toReversed().map((seed) => [seed.name, seed] as const));
  return [...byName.values()].toReversed().map((seed) => itemOf(seed, counter));
}

function propertySeeds(media: MediaType): readonly ItemSeed[] {
  const { schema } = media;
  if (schema === undefined) return [];
  return declaredProperties(schema, 'request').map((property) => ({
    name: property.path,
    place: property.schema.place,
    sides: sidesOf(property, media),
  }));
}

function sidesOf(property: DeclaredProperty, media: MediaType): Readonly<Record<string, string>> {
  const because = (why: string) => howJudged(media.range) ?? why;
  const canBeWrong = property.isRequired || schemasWithin(property.schema, 'request').some(isBreakable);
  return {
    with: because('no accepted request has it'),
    ...(property.isRequired ? {} : { without: because('no accepted request goes without it') }),
    ...(canBeWrong ? { rejected: because('no request that is wrong there was rejected') } : {}),
  };
}

function isBreakable(schema: Schema): boolean {
  return keywordsOf(schema).length > 0;
}

/** Of very large schemas, the first ones. */
const MOST_CONSTRAINTS = 500;

function constraintSeeds(
  bodies: readonly MediaType[],
  triedOf: (name: string) => Tried,
): readonly ItemSeed[] {
  return bodies.flatMap((media) =>
    constraintsIn(media).map((constraint) => constraintSeed(media, constraint, triedOf)),
  );
}

interface Constraint {
  readonly schema: Schema;
  readonly keyword: Keyword;
}

function constraintsIn({ schema }: MediaType): readonly Constraint[] {
  if (schema === undefined) return [];
  return schemasWithin(schema, 'request')
    .flatMap((part) => keywordsOf(part).map((keyword) => ({ schema: part, keyword })))
    .take(MOST_CONSTRAINTS)
    .toArray();
}

function constraintSeed(
  media: MediaType,
  { schema, keyword }: Constraint,
  triedOf: (name: string) => Tried,
): ItemSeed {
  const place = keywordPlace(schema, keyword.name);
  const because = (why: string) => howJudged(media.range) ?? why;
  const tried = triedOf(place.pointer);
  const sides = {
    kept: because('no accepted request has a value for it'),
    broken: because(
      whyUnbroken(schema, keyword, isForm(media.range) ? { ...tried, by: 'form-fields' } : tried),
    ),
  };
  return { name: place.pointer, place, sides };
}
