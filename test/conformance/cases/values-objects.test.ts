import { describe, expect, test } from 'vitest';
import { boundaryValues } from '../../../contracts/conformance/cases/boundary-values.ts';
import { extraProperties } from '../../../contracts/conformance/cases/extra-properties.ts';
import { missingProperties } from '../../../contracts/conformance/cases/missing-properties.ts';
import { schemaCombinations } from '../../../contracts/conformance/cases/schema-combinations.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { wrongShapes } from '../../../contracts/conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../../contracts/conformance/cases/wrong-types.ts';
import { parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { plantStoreContract } from '../support.ts';
import { baselineFor, fixture, freshRequestSpec, requestsTo } from './values-support.ts';

const values = await fixture('values');
const home = baselineFor(plantStoreContract, 'createPlant');

describe('undeclared properties', () => {
  const cases = [...extraProperties.generate(createGeneratorContext(home))];

  test.each(['__proto__', 'constructor', 'toString', '', 'id ', 'name ', 'NAME', 'x'.repeat(1_000)])(
    'also have the name %j',
    (name) => {
      const sent = cases.filter((testCase) =>
        String(freshRequestSpec(testCase).body).includes(`${JSON.stringify(name)}:`),
      );
      expect(sent).not.toEqual([]);
      expect(sent.filter(({ expectation }) => expectation !== 'accept')).toEqual([]);
    },
  );

  test('may be rejected where the contract does not specify that they are accepted', () => {
    expect(cases.filter(({ tolerated }) => tolerated.length === 0)).toEqual([]);
  });

  test('need not be returned', () => {
    const wrong = cases.filter((testCase) =>
      /not declared|prototype/.test(stringifyJson(freshRequestSpec(testCase).value ?? null)),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('are validated against their schema at every depth', () => {
    const maps = [...extraProperties.generate(createGeneratorContext(baselineFor(values, 'sendMaps')))].map(
      ({ id, expectation }) => `${expectation} ${id.replace('sendMaps/extra-properties/', '')}`,
    );
    expect(maps).toEqual(
      expect.arrayContaining([
        'accept body.counts/x-entry-that-is-valid',
        'reject body.counts/x-entry-that-is-invalid',
        'reject body.marks',
        'reject body.marks/m--in-another-case',
        'reject body.marks/m--over-and-over',
        'reject body.inner',
        'reject body.inner/__proto__',
        'reject body.named/a-property-named-~22~21~22',
      ]),
    );
  });
});

test('tests the declared type of values under any name', () => {
  const ids = [...wrongTypes.generate(createGeneratorContext(baselineFor(values, 'sendMaps')))].map(({ id }) => id);
  expect(ids.filter((id) => id.includes('body.counts[~22x-entry~22]/'))).not.toEqual([]);
  expect(ids.filter((id) => id.includes('body.named[~22x-entry~22].on/'))).not.toEqual([]);
});

test('tests the declared type of every array item', () => {
  const ids = [...wrongTypes.generate(createGeneratorContext(baselineFor(values, 'sendLists')))].map(({ id }) => id);
  expect(ids).toContain('sendLists/wrong-types/body.pairs/its-items-and-null');
  expect(ids).toContain('sendLists/wrong-types/body.pairs[0].a/null');
});

test('wrong values are reported once', () => {
  const reported = [...wrongTypes.generate(createGeneratorContext(home))].map(({ mutation }) => mutation);
  expect(reported).toContain('body.id is null');
  expect(reported).toContain('body.id is an empty string');
  expect(reported).toContain('body.id is a fraction: 1.5');
});

test('tests numbers and words instead of booleans', () => {
  const sent = requestsTo('flag', wrongTypes, baselineFor(values, 'sendNumbers'));
  for (const wrong of ['"true"', '"false"', '"yes"', '1', '0', 'null'])
    expect(sent.has(`reject ${wrong}`), wrong).toBe(true);
});

test('tests numbers of items and properties on both sides of a bound', () => {
  for (const [operation, spot, words] of [
    ['sendLists', 'body.set', 'items-long'],
    ['sendMaps', 'body', 'properties'],
  ] as const) {
    const ids = [...boundaryValues.generate(createGeneratorContext(baselineFor(values, operation)))].filter(({ id }) =>
      id.endsWith(words),
    );
    const found = ids
      .filter(({ id }) => id.includes(`/${spot}/m`))
      .map(({ topic }) => topic.split(' ').slice(1).join(' '));
    const keyword = words === 'items-long' ? 'Items' : 'Properties';
    for (const end of ['min', 'max'])
      for (const side of ['within', 'beyond']) expect(found).toContain(`${end}${keyword} ${side}`);
  }
});

test('accepts items that differ only in JSON', () => {
  const accepted = [...boundaryValues.generate(createGeneratorContext(baselineFor(values, 'sendLists')))]
    .filter(({ expectation, id }) => expectation === 'accept' && id.includes('uniqueItems'))
    .map((testCase) => String(freshRequestSpec(testCase).body));
  expect(accepted.filter((body) => body.includes('"set":[1,true]'))).not.toEqual([]);
  expect(accepted.filter((body) => body.includes('"set":["a","A"]'))).not.toEqual([]);
});

test('required properties are also missing under other names, and all together', () => {
  const bodies = [...missingProperties.generate(createGeneratorContext(home))].map((testCase) =>
    parseJson(String(freshRequestSpec(testCase).body)),
  );
  const names = bodies.map((parsed) =>
    parsed.ok && typeof parsed.value === 'object' ? Object.keys(parsed.value ?? {}).toSorted() : [],
  );
  expect(names).toEqual(expect.arrayContaining([['NAME', 'id', 'tag'], ['id', 'name ', 'tag'], ['id'], ['tag']]));
});

test('wrong shapes include all common ones', () => {
  const bodies = [...wrongShapes.generate(createGeneratorContext(home))].map((testCase) =>
    String(freshRequestSpec(testCase).body),
  );
  for (const start of [
    'null',
    'true',
    'false',
    '0',
    '""',
    '"{',
    '[]',
    '{}',
    '[{',
    '[[',
    '{"data":',
    '{"body":',
    '{"NewPlant":',
  ])
    expect(
      bodies.filter((body) => body.startsWith(start)),
      start,
    ).not.toEqual([]);
});

test('tests each alternative, two together and none', () => {
  const words = [...schemaCombinations.generate(createGeneratorContext(baselineFor(values, 'sendChoices')))].map(
    ({ id, expectation }) => `${expectation} ${id.replace('sendChoices/schema-combinations/', '')}`,
  );
  expect(words).toEqual(
    expect.arrayContaining([
      'accept body.owner/oneOf/alternative-1-of-2',
      'accept body.owner/oneOf/alternative-2-of-2',
      'reject body.owner/oneOf/no-alternative~2c-an-empty-object',
      'accept body.either/anyOf/alternatives-1-and-2-at-once',
      'reject body.not7/not/what-the-contract-excludes',
      'reject body.state/if/what-the-condition-holds-for~2c-without-what-follows',
      'reject body.both/oneOf/alternatives-1-and-2-at-once',
    ]),
  );
});
