import type { FreshValues, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { spelledRequestSpec } from './shared/json-spelling.ts';
import { freshBodyWith, isConstantPoint, type MutationPoint, mutationPoints } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';
import { describeSample, type TextSample, textSamples } from './text-values/text-samples.ts';

/** Texts that implementations change: trimmed, escaped, normalized, truncated, or parsed as another type. */
export const textValues: TestCategory = {
  name: 'text-values',
  summary: 'strings are returned as sent, whatever characters they have',
  *generate({ baseline }) {
    if (baseline.body === undefined) return;
    for (const point of mutationPoints(baseline.body)) {
      if (typeof point.value !== 'string') continue;
      yield* addressCases(baseline, point);
      for (const sample of textSamples) {
        const text = sample.text();
        const isNew = text !== point.value || !isConstantPoint(point);
        if (isNew && allowsValue(point, text)) yield textCase(baseline, point, sample);
      }
    }
  },
};

function textCase(baseline: BaselineRequest, point: MutationPoint, sample: TextSample): TestCase {
  const { spelling } = sample;
  return createCase(baseline, {
    category: 'text-values',
    name: `${point.name}/${sample.name}`,
    topic: point.name,
    expectation: sample.isUnspecified === true ? 'unspecified' : 'accept',
    mutation: `${point.name} is ${describeSample(sample)}`,
    place: point.schema.place,
    tolerated: toleratedResponses(point, sample.toleratedBecause),
    constantPart: 'text',
    buildRequest: (fresh: FreshValues) =>
      spelling === undefined
        ? jsonRequestSpec(baseline, freshBodyWith(point, sample.text(), fresh))
        : spelledRequestSpec(baseline, point, { spelling: `"${spelling}"`, value: sample.text() }, fresh),
  });
}

const addresses: readonly (readonly [name: string, description: string, write: (word: string) => string])[] = [
  ['an address in two cases', 'an email address with capitals', (word) => `First.Last.${word}@Example.com`],
  ['an address with a tag', 'an email address with a tag after a plus sign', (word) => `${word}+tag@example.com`],
];

/** Addresses that implementations normalize; new in each request, since they are often unique. */
function* addressCases(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  if (point.flat.format !== 'email' || baseline.isVerbatim) return;
  for (const [name, description, write] of addresses) {
    if (!allowsValue(point, write('sample'))) continue;
    yield createCase(baseline, {
      category: 'text-values',
      name: `${point.name}/${name}`,
      topic: point.name,
      expectation: 'accept',
      mutation: `${point.name} is ${description}`,
      place: point.schema.place,
      tolerated: toleratedResponses(point, 'the implementation may know fewer addresses'),
      buildRequest: (fresh: FreshValues) => jsonRequestSpec(baseline, freshBodyWith(point, write(fresh.word()), fresh)),
    });
  }
}

/** The implementation may check a format that the validator does not support. */
function toleratedResponses({ flat }: MutationPoint, reason: string | undefined): readonly ToleratedResponse[] {
  const unknown = flat.format === undefined ? undefined : `the format "${flat.format}" may have its own rules`;
  const content = flat.contentMediaType;
  return [reason, unknown, content === undefined ? undefined : `the text may have to be ${content}`]
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => ({ status: 'declared client error', reason: candidate }));
}
