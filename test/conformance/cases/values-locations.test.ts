/** The place of a case in the contract, at every depth, and that each case is sent once. */

import { describe, expect, test } from 'vitest';
import { boundaryValues } from '../../../contracts/conformance/cases/boundary-values.ts';
import { equivalentRequests } from '../../../contracts/conformance/cases/equivalent-requests.ts';
import { integerLimits } from '../../../contracts/conformance/cases/integer-limits.ts';
import { malformedBodies } from '../../../contracts/conformance/cases/malformed-bodies.ts';
import { missingProperties } from '../../../contracts/conformance/cases/missing-properties.ts';
import { requestIsolation } from '../../../contracts/conformance/cases/request-isolation.ts';
import { schemaCombinations } from '../../../contracts/conformance/cases/schema-combinations.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { wrongTypes } from '../../../contracts/conformance/cases/wrong-types.ts';
import { parseJson } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { plantStoreContract } from '../support.ts';
import { baselineFor, fixture, freshRequestSpec, requestsTo, valueCategories } from './values-support.ts';

const values = await fixture('values');
const parcel = baselineFor(await fixture('alternatives'), 'sendParcel');
const ping = baselineFor(await fixture('alternatives'), 'sendPing');
const thing = baselineFor(await fixture('bounds'), 'createThing');

describe('missing properties', () => {
  test('refer to the object that requires them, not to another one with the same name', () => {
    const found = [...missingProperties.generate(createGeneratorContext(parcel))].map(({ id, place }) => [
      id.split('/').slice(2).join('/'),
      place.pointer.split('/schema').at(-1),
    ]);
    expect(found).toContainEqual(['body.name', '/required']);
    expect(found).toContainEqual(['body.inner.name', '/properties/inner/required']);
  });

  test('refer to the object that requires them also right after a truncated request', () => {
    const found = [
      ...requestIsolation.generate(createGeneratorContext(baselineFor(plantStoreContract, 'createPlant'))),
    ].find(({ id }) => id.endsWith('/body.name-missing-after-a-broken-one'));
    expect(found?.place.pointer).toBe('/components/schemas/Plant/required');
  });

  test('are required', () => {
    const ids = [...missingProperties.generate(createGeneratorContext(baselineFor(values, 'sendChoices')))].map(
      ({ id }) => id,
    );
    expect(ids.filter((id) => /body\.(address|card)/.test(id))).toEqual([]);
    expect(ids).toContain('sendChoices/missing-properties/body.owner');
  });

  test('are also those that a branch of a condition requires', () => {
    const found = [...missingProperties.generate(createGeneratorContext(baselineFor(values, 'sendChoices')))].find(
      ({ id }) => id === 'sendChoices/missing-properties/body.state.until',
    );
    expect(found?.place.pointer).toMatch(/\/properties\/state\/then\/required$/);
  });

  test('are omitted before they are renamed', () => {
    const [first] = [
      ...missingProperties.generate(createGeneratorContext(baselineFor(plantStoreContract, 'createPlant'))),
    ];
    expect(first?.mutation).toMatch(/^the required property body\.\w+ is missing$/);
  });

  test('are reported as required by another property', () => {
    const found = [...schemaCombinations.generate(createGeneratorContext(baselineFor(values, 'sendChoices')))].find(
      ({ place }) => place.pointer.endsWith('/dependentRequired'),
    );
    expect(found?.mutation).toBe('body is an object with "card" but without the "address" that it requires');
    expect(found === undefined ? '' : String(freshRequestSpec(found).body)).not.toContain('"address"');
  });
});

describe('alternatives', () => {
  test.each([
    [thing, '"owner":{"firm":'],
    [parcel, '"wrapping":{"paper":'],
    [parcel, '"wrapping":{"box":{"wood":'],
    [parcel, '"wrapping":{"box":{"steel":'],
  ])('are accepted at every depth: %#', (baseline, written) => {
    const accepted = valueCategories
      .flatMap((category) => [...category.generate(createGeneratorContext(baseline))])
      .filter(({ expectation }) => expectation === 'accept');
    expect(accepted.filter((testCase) => String(freshRequestSpec(testCase).body).includes(written))).not.toEqual([]);
  });

  test('also get wrong values below them', () => {
    const ids = [...wrongTypes.generate(createGeneratorContext(parcel))].map(({ id }) => id);
    expect(ids).toContain('sendParcel/wrong-types/body.wrapping.box.steel/null');
  });
});

test('values just inside a bound are sent', () => {
  expect(requestsTo('size', boundaryValues, thing)).toEqual(
    new Map(
      [
        ['accept 9', 'maximum/9'],
        ['accept 4', 'minimum/4'],
        ['accept 8', 'maximum/8'],
        ['reject 2', 'minimum/2'],
        ['reject 10', 'maximum/10'],
        ['reject 0', 'minimum/0'],
      ].map(([sent = '', name]) => [sent, `createThing/boundary-values/body.size/${name}`] as const),
    ),
  );
  expect(requestsTo('title', boundaryValues, thing).has(`accept "${'x'.repeat(19)}"`)).toBe(true);
});

test('integers in unspecified spellings are numbers that the contract allows', () => {
  const spelled = [...integerLimits.generate(createGeneratorContext(parcel))].filter(({ mutation }) =>
    mutation.includes('written with'),
  );
  expect(spelled.length).toBe(3);
  for (const testCase of spelled) {
    const parsed = parseJson(String(freshRequestSpec(testCase).body));
    const schema = parcel.body?.schema;
    expect(parsed.ok && schema !== undefined && isValid(schema, parsed.value, 'request'), testCase.id).toBe(true);
  }
});

test('reverses keys at every depth', () => {
  const turned = [...equivalentRequests.generate(createGeneratorContext(thing))].find(({ id }) =>
    id.endsWith('/keys-reversed'),
  );
  expect(turned === undefined ? '' : String(freshRequestSpec(turned).body)).toMatch(/\{"count":\d+,"label":/);
});

describe('an optional body', () => {
  const absent = (baseline: typeof ping) =>
    [...malformedBodies.generate(createGeneratorContext(baseline))]
      .filter(({ topic }) => topic === 'no body')
      .map(({ id, expectation, tolerated }) => [id.split('/').at(-1), expectation, tolerated.length]);

  test('may be omitted', () => {
    expect(absent(ping)).toEqual([
      ['none', 'accept', 0],
      ['empty', 'unspecified', 0],
      ['blank', 'unspecified', 0],
    ]);
  });

  test('may be required where a request without it has no effect', () => {
    expect(absent(parcel)[0]).toEqual(['none', 'accept', 1]);
  });
});
