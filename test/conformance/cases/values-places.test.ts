/** Where in the contract a case rests, at every depth, and that each case is sent once. */

import { describe, expect, test } from 'vitest';
import { brokenBodies } from '../../../contracts/conformance/cases/broken-bodies.ts';
import { combinations } from '../../../contracts/conformance/cases/combinations.ts';
import { contextOf } from '../../../contracts/conformance/cases/family.ts';
import { integerLimits } from '../../../contracts/conformance/cases/integer-limits.ts';
import { limits } from '../../../contracts/conformance/cases/limits.ts';
import { missingProperties } from '../../../contracts/conformance/cases/missing-properties.ts';
import { otherSpellings } from '../../../contracts/conformance/cases/other-spellings.ts';
import { sequences } from '../../../contracts/conformance/cases/sequences.ts';
import { wrongTypes } from '../../../contracts/conformance/cases/wrong-types.ts';
import { parseJson } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { plantStore } from '../support.ts';
import { fixture, freshDraftOf, sentTo, twinFor, valueFamilies } from './values-support.ts';

const values = await fixture('values');
const parcel = twinFor(await fixture('alternatives'), 'sendParcel');
const ping = twinFor(await fixture('alternatives'), 'sendPing');
const thing = twinFor(await fixture('bounds'), 'createThing');

describe('properties that are missed', () => {
  test('rest on the object that requires them, not on another of the same name', () => {
    const found = [...missingProperties.generate(contextOf(parcel))].map(({ id, place }) => [
      id.split('/').slice(2).join('/'),
      place.pointer.split('/schema').at(-1),
    ]);
    expect(found).toContainEqual(['body.name', '/required']);
    expect(found).toContainEqual(['body.inner.name', '/properties/inner/required']);
  });

  test('rest on what requires them also right after a request that broke off', () => {
    const found = [...sequences.generate(contextOf(twinFor(plantStore, 'createPlant')))].find(({ id }) =>
      id.endsWith('/body.name-missing-after-a-broken-one'),
    );
    expect(found?.place.pointer).toBe('/components/schemas/Plant/required');
  });

  test('are required', () => {
    const ids = [...missingProperties.generate(contextOf(twinFor(values, 'sendChoices')))].map(
      ({ id }) => id,
    );
    expect(ids.filter((id) => /body\.(address|card|state\.until)/.test(id))).toEqual([]);
    expect(ids).toContain('sendChoices/missing-properties/body.owner');
  });

  test('are left out before they are called otherwise', () => {
    const [first] = [...missingProperties.generate(contextOf(twinFor(plantStore, 'createPlant')))];
    expect(first?.mutation).toMatch(/^the required property body\.\w+ is left out$/);
  });

  test('beside another are told as what that one requires', () => {
    const found = [...combinations.generate(contextOf(twinFor(values, 'sendChoices')))].find(({ place }) =>
      place.pointer.endsWith('/dependentRequired'),
    );
    expect(found?.mutation).toBe('body is an object with "card" but without the "address" that it requires');
    expect(found === undefined ? '' : String(freshDraftOf(found).body)).not.toContain('"address"');
  });
});

describe('alternatives', () => {
  test.each([
    [thing, '"owner":{"firm":'],
    [parcel, '"wrapping":{"paper":'],
    [parcel, '"wrapping":{"box":{"wood":'],
    [parcel, '"wrapping":{"box":{"steel":'],
  ])('are accepted at every depth: %#', (twin, written) => {
    const accepted = valueFamilies
      .flatMap((family) => [...family.generate(contextOf(twin))])
      .filter(({ expectation }) => expectation === 'accept');
    expect(accepted.filter((tried) => String(freshDraftOf(tried).body).includes(written))).not.toEqual([]);
  });

  test('have wrong values below them, too', () => {
    const ids = [...wrongTypes.generate(contextOf(parcel))].map(({ id }) => id);
    expect(ids).toContain('sendParcel/wrong-types/body.wrapping.box.steel/null');
  });
});

test('values just inside of a bound are sent', () => {
  expect(sentTo('size', limits, thing)).toEqual(
    new Map(
      [
        ['accept 9', 'maximum/9'],
        ['accept 4', 'minimum/4'],
        ['accept 8', 'maximum/8'],
        ['reject 2', 'minimum/2'],
        ['reject 10', 'maximum/10'],
        ['reject 0', 'minimum/0'],
      ].map(([sent = '', name]) => [sent, `createThing/limits/body.size/${name}`] as const),
    ),
  );
  expect(sentTo('title', limits, thing).has(`accept "${'x'.repeat(19)}"`)).toBe(true);
});

test('whole numbers in open spellings are numbers that the contract allows', () => {
  const spelt = [...integerLimits.generate(contextOf(parcel))].filter(({ mutation }) =>
    mutation.includes('written with'),
  );
  expect(spelt.length).toBe(3);
  for (const tried of spelt) {
    const parsed = parseJson(String(freshDraftOf(tried).body));
    const schema = parcel.body?.schema;
    expect(parsed.ok && schema !== undefined && isValid(schema, parsed.value, 'request'), tried.id).toBe(
      true,
    );
  }
});

test('keys are reversed at every depth', () => {
  const turned = [...otherSpellings.generate(contextOf(thing))].find(({ id }) =>
    id.endsWith('/keys-reversed'),
  );
  expect(turned === undefined ? '' : String(freshDraftOf(turned).body)).toMatch(/\{"count":\d+,"label":/);
});

describe('a body that is not required', () => {
  const absent = (twin: typeof ping) =>
    [...brokenBodies.generate(contextOf(twin))]
      .filter(({ topic }) => topic === 'no body')
      .map(({ id, expectation, open }) => [id.split('/').at(-1), expectation, open.length]);

  test('may be left out', () => {
    expect(absent(ping)).toEqual([
      ['none', 'accept', 0],
      ['empty', 'silent', 0],
      ['blank', 'silent', 0],
    ]);
  });

  test('may be asked for where there is nothing to do without it', () => {
    expect(absent(parcel)[0]).toEqual(['none', 'accept', 1]);
  });
});
