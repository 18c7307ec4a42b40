import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { MediaType, Operation } from '../../../spec/model/contract.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import type { CheckContext } from '../checks/check.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import { findSentMedia } from '../request/payload/payload.ts';
import { applySchemas, type SchemaApplication, violatedKeywords } from './applicable-schemas.ts';
import {
  type CoverageGroupCounter,
  type CoverageItemSeed,
  createCoverageItem,
  createSampler,
  createVariantCounter,
  type Sampler,
  type VariantCounter,
} from './group-counter.ts';
import { type CountedKeyword, countedKeywords, type KeywordCoverage, reasonNotViolated } from './keywords.ts';
import { isFormType, validationLimit } from './request-media-types.ts';
import {
  appendToPath,
  type DeclaredProperty,
  declaredProperties,
  pathWithAnyItem,
  reachableSchemas,
} from './schema-parts.ts';

/** Properties and constraints of the request body that accepted and rejected requests covered. */
export function requestBodyCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  // Categories violate different keywords: each has a separate sampler.
  const samplers = new Map<string, Sampler>();
  const categories = new Set<string>();
  return {
    record(context) {
      const { testCase, requestSpec, response } = context;
      const { expectation, category, place, topic } = testCase;
      if (response === undefined || (expectation !== 'accept' && expectation !== 'reject')) return;
      if (expectation === 'reject') counter.add(place.pointer, 'violated');
      categories.add(category);
      // form-fields covers every field in one category, so that each field needs a sampler.
      const sampler = getSampler(category === 'form-fields' ? `${category} ${topic}` : category);
      const schema = findSentMedia(operation, requestSpec)?.schema;
      if (schema === undefined || requestSpec.value === undefined || !sampler.shouldSample()) return;
      const before = counter.size();
      recordBody(context, { schema, value: requestSpec.value, path: [] }, counter);
      sampler.reportResult(counter.size() > before);
    },
    read() {
      const bodies = (operation.requestBody?.content ?? []).filter(({ schema }) => schema !== undefined);
      return [
        { kind: 'request properties', items: uniqueItems(bodies.flatMap(propertySeeds), counter) },
        { kind: 'constraints', items: uniqueItems(constraintSeeds(bodies, keywordCoverage), counter) },
      ];
    },
  };

  function getSampler(category: string): Sampler {
    const sampler = samplers.get(category) ?? createSampler();
    samplers.set(category, sampler);
    return sampler;
  }

  function keywordCoverage(name: string): KeywordCoverage {
    return { wasSatisfied: counter.count(name, 'satisfied') > 0, categories };
  }
}

function recordBody({ testCase, response }: CheckContext, body: SchemaApplication, counter: VariantCounter): void {
  const status = response?.status ?? 0;
  if (testCase.expectation === 'accept') {
    if (isSuccess(status)) recordAccepted(body, counter);
    return;
  }
  for (const { pointer, path } of violatedKeywords(body)) {
    counter.add(pointer, 'violated');
    if (isClientError(status)) counter.add(pathWithAnyItem(path), 'rejected');
  }
}

function recordAccepted(body: SchemaApplication, counter: VariantCounter): void {
  for (const { schema, value, path } of applySchemas(body, 'request')) {
    for (const { appliesTo, pointer } of keywordsWithPointers(schema))
      if (appliesTo(value)) counter.add(pointer, 'satisfied');
    const parent = pathWithAnyItem(path);
    recordProperties(schema, value, (name, variant) => counter.add(appendToPath(parent, name), variant));
  }
}

/** The keywords of a schema with their pointers. */
const keywordsWithPointers = memoize((schema: Schema) =>
  countedKeywords(schema).map(({ name, appliesTo }) => ({
    appliesTo,
    pointer: toKeywordPlace(schema, name).pointer,
  })),
);

function recordProperties(schema: Schema, value: Json, add: (name: string, variant: string) => void): void {
  if (!isJsonObject(value)) return;
  for (const name of schema.properties.keys()) add(name, Object.hasOwn(value, name) ? 'present' : 'absent');
}

/** Several media types may have the same schema. */
function uniqueItems(seeds: readonly CoverageItemSeed[], counter: VariantCounter) {
  const byName = new Map(seeds.toReversed().map((seed) => [seed.name, seed] as const));
  return [...byName.values()].toReversed().map((seed) => createCoverageItem(seed, counter));
}

function propertySeeds(media: MediaType): readonly CoverageItemSeed[] {
  const { schema } = media;
  if (schema === undefined) return [];
  return declaredProperties(schema, 'request').map((property) => ({
    name: property.path,
    place: property.schema.place,
    variants: propertyVariants(property, media),
  }));
}

function propertyVariants(property: DeclaredProperty, media: MediaType): Readonly<Record<string, string>> {
  const reasonOr = (why: string) => validationLimit(media.range) ?? why;
  const canBeInvalid = property.isRequired || reachableSchemas(property.schema, 'request').some(canBeViolated);
  return {
    present: reasonOr('no accepted request contains it'),
    ...(property.isRequired ? {} : { absent: reasonOr('no accepted request omits it') }),
    ...(canBeInvalid ? { rejected: reasonOr('no request that is invalid there was rejected') } : {}),
  };
}

function canBeViolated(schema: Schema): boolean {
  return countedKeywords(schema).length > 0;
}

/** Very large schemas are cut off here. */
const MAX_CONSTRAINTS = 500;

function constraintSeeds(
  bodies: readonly MediaType[],
  keywordCoverage: (name: string) => KeywordCoverage,
): readonly CoverageItemSeed[] {
  return bodies.flatMap((media) =>
    mediaConstraints(media).map((constraint) => constraintSeed(media, constraint, keywordCoverage)),
  );
}

interface Constraint {
  readonly schema: Schema;
  readonly keyword: CountedKeyword;
}

function mediaConstraints({ schema }: MediaType): readonly Constraint[] {
  if (schema === undefined) return [];
  return reachableSchemas(schema, 'request')
    .flatMap((part) => countedKeywords(part).map((keyword) => ({ schema: part, keyword })))
    .take(MAX_CONSTRAINTS)
    .toArray();
}

function constraintSeed(
  media: MediaType,
  { schema, keyword }: Constraint,
  keywordCoverage: (name: string) => KeywordCoverage,
): CoverageItemSeed {
  const place = toKeywordPlace(schema, keyword.name);
  const reasonOr = (why: string) => validationLimit(media.range) ?? why;
  const coverage = keywordCoverage(place.pointer);
  const variants = {
    satisfied: reasonOr('no accepted request has a value for it'),
    violated: reasonOr(
      reasonNotViolated(
        schema,
        keyword,
        isFormType(media.range) ? { ...coverage, violatingCategory: 'form-fields' } : coverage,
      ),
    ),
  };
  return { name: place.pointer, place, variants };
}
