import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../contracts/conformance/cases/family.ts';
import { limits } from '../../../contracts/conformance/cases/limits.ts';
import { texts } from '../../../contracts/conformance/cases/texts.ts';
import { parseJson } from '../../../spec/json/exact-json.ts';
import { plantStore } from '../support.ts';
import { fixture, freshDraftOf, sentTo, twinFor } from './values-support.ts';

describe('texts', () => {
  const cases = [...texts.generate(contextOf(twinFor(plantStore, 'createPlant')))];

  test('mean what the case says, however they are written', () => {
    const wrong = cases.filter((tried) => {
      const { body, value } = freshDraftOf(tried);
      const parsed = parseJson(String(body));
      return !parsed.ok || Object.is(JSON.stringify(parsed.value), JSON.stringify(value)) === false;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test.each([
    '\\"',
    '\\\\',
    '\\/',
    '\\b',
    '\\f',
    '\\n',
    '\\r',
    '\\t',
    '\\u0000',
    '\\u000a',
    '\\uD',
    '\\u00E9',
  ])('hold the escape %s', (spelling) => {
    const written = cases.map((tried) => String(freshDraftOf(tried).body));
    expect(written.filter((body) => body.toLowerCase().includes(spelling.toLowerCase()))).not.toEqual([]);
  });

  test('that are no Unicode are held against nobody', () => {
    const halves = cases.filter((tried) => /\\ud83c"|"\\udf88/.test(String(freshDraftOf(tried).body)));
    expect(halves.length).toBeGreaterThan(1);
    expect(halves.filter(({ expectation }) => expectation !== 'silent')).toEqual([]);
  });

  test.each([
    'empty',
    'one letter',
    'the word null',
    'a text with a leading space',
    'a text that looks like a JSON array',
  ])('are told in words: body.name is %s', (words) => {
    expect(cases.map(({ mutation }) => mutation)).toContain(`body.name is ${words}`);
  });

  test('are each another text', () => {
    const sent = [...sentTo('name', texts, twinFor(plantStore, 'createPlant')).keys()];
    expect(sent.length).toBe(cases.length / 2);
  });
});

describe('limits of texts', async () => {
  const twin = twinFor(await fixture('values'), 'sendTexts');

  test('are counted in code points on both sides', () => {
    const sent = sentTo('name', limits, twin);
    for (const right of ['x'.repeat(12), '🎈'.repeat(12), 'e\u0301'.repeat(6), '🎈🎈'])
      expect(sent.has(`accept ${JSON.stringify(right)}`), right).toBe(true);
    for (const wrong of [
      'x'.repeat(13),
      '🎈'.repeat(13),
      `${'e\u0301'.repeat(6)}e`,
      '🎈',
      `${'x'.repeat(12)} `,
    ])
      expect(sent.has(`reject ${JSON.stringify(wrong)}`), wrong).toBe(true);
  });

  test('go with the pattern', () => {
    const sent = sentTo('word', limits, twin);
    expect(sent.has('accept "xxxxxxxx"')).toBe(true);
    expect(sent.has('reject "xxxxxxxxx"')).toBe(true);
    expect(sentTo('code', limits, twin).size).toBeGreaterThan(8);
  });

  test('of an enumeration are told from what is nearly in it', () => {
    const sent = sentTo('kind', limits, twin);
    for (const right of ['small', 'large']) expect(sent.has(`accept "${right}"`)).toBe(true);
    for (const wrong of ['SMALL', 'small ', ' small', 'smal', 'smallx', 'small,small', ''])
      expect(sent.has(`reject "${wrong}"`), wrong).toBe(true);
    expect(sentTo('level', limits, twin).has('reject "1"')).toBe(true);
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
  ])('of the format of %s refuse %s', (property, text) => {
    expect(sentTo(property, limits, twin).has(`reject "${text}"`)).toBe(true);
  });
});
