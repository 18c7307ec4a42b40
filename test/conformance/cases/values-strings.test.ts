import { describe, expect, test } from 'vitest';
import { boundaryValues } from '../../../contracts/conformance/cases/boundary-values.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { textValues } from '../../../contracts/conformance/cases/text-values.ts';
import { parseJson } from '../../../spec/json/exact-json.ts';
import { plantStoreContract } from '../support.ts';
import { baselineFor, fixture, freshRequestSpec, requestsTo } from './values-support.ts';

describe('text-values', () => {
  const cases = [...textValues.generate(createGeneratorContext(baselineFor(plantStoreContract, 'createPlant')))];

  test('have the value of the case in every spelling', () => {
    const wrong = cases.filter((testCase) => {
      const { body, value } = freshRequestSpec(testCase);
      const parsed = parseJson(String(body));
      return !parsed.ok || Object.is(JSON.stringify(parsed.value), JSON.stringify(value)) === false;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test.each(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u000a', '\\uD', '\\u00E9'])(
    'contain the escape %s',
    (spelling) => {
      const written = cases.map((testCase) => String(freshRequestSpec(testCase).body));
      expect(written.filter((body) => body.toLowerCase().includes(spelling.toLowerCase()))).not.toEqual([]);
    },
  );

  test('that are not valid Unicode are silent', () => {
    const halves = cases.filter((testCase) => /\\ud83c"|"\\udf88/.test(String(freshRequestSpec(testCase).body)));
    expect(halves.length).toBeGreaterThan(1);
    expect(halves.filter(({ expectation }) => expectation !== 'unspecified')).toEqual([]);
  });

  test.each([
    'empty',
    'one letter',
    'the word null',
    'a string with a leading space',
    'a string that looks like a JSON array',
  ])('have the description: body.name is %s', (words) => {
    expect(cases.map(({ mutation }) => mutation)).toContain(`body.name is ${words}`);
  });

  test('are unique', () => {
    const sent = [...requestsTo('name', textValues, baselineFor(plantStoreContract, 'createPlant')).keys()];
    expect(sent.length).toBe(cases.length / 2);
  });
});

describe('length limits of strings', async () => {
  const baseline = baselineFor(await fixture('values'), 'sendTexts');

  test('are counted in code points on both sides', () => {
    const sent = requestsTo('name', boundaryValues, baseline);
    for (const right of ['x'.repeat(12), '🎈'.repeat(12), 'e\u0301'.repeat(6), '🎈🎈'])
      expect(sent.has(`accept ${JSON.stringify(right)}`), right).toBe(true);
    for (const wrong of ['x'.repeat(13), '🎈'.repeat(13), `${'e\u0301'.repeat(6)}e`, '🎈', `${'x'.repeat(12)} `])
      expect(sent.has(`reject ${JSON.stringify(wrong)}`), wrong).toBe(true);
  });

  test('respect the pattern', () => {
    const sent = requestsTo('word', boundaryValues, baseline);
    expect(sent.has('accept "xxxxxxxx"')).toBe(true);
    expect(sent.has('reject "xxxxxxxxx"')).toBe(true);
    expect(requestsTo('code', boundaryValues, baseline).size).toBeGreaterThan(8);
  });

  test('of an enum are tested with near misses', () => {
    const sent = requestsTo('kind', boundaryValues, baseline);
    for (const right of ['small', 'large']) expect(sent.has(`accept "${right}"`)).toBe(true);
    for (const wrong of ['SMALL', 'small ', ' small', 'smal', 'smallx', 'small,small', ''])
      expect(sent.has(`reject "${wrong}"`), wrong).toBe(true);
    expect(requestsTo('level', boundaryValues, baseline).has('reject "1"')).toBe(true);
  });

  test.each([
    ['date', '2026-02-30'],
    ['moment', '2026-01-31T12:30:00'],
    ['time', '25:00:00Z'],
    ['span', 'P'],
    ['mail', 'someone@'],
    ['host', '-example.com'],
    ['four', '192.0.2.256'],
    ['six', '2001:db8::1::2'],
    ['link', 'example.com/path'],
    ['relative', '/a b'],
    ['template', '/samples/{id'],
    ['key', '1-1-1-1-1'],
    ['pointer', 'a/b'],
    ['step', '-1/a'],
    ['bytes', '!!!!'],
  ])('of the format %s reject %s', (property, text) => {
    expect(requestsTo(property, boundaryValues, baseline).has(`reject "${text}"`)).toBe(true);
  });
});
