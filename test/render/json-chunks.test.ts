/** The JSON report as it is written: in pieces, which are one text. */
import { expect, test } from 'vitest';
import { jsonChunks } from '../../contracts/render/json-chunks.ts';

test.each([
  ['texts and numbers', { a: 'line\nquote"', b: [1, null, true], c: {}, d: [], 'e"f': { g: 0.1 } }],
  ['no object', 'alone'],
  ['undefined values', { a: undefined, b: [undefined], c: { d: undefined } }],
])('%s: the same as JSON.stringify', (_name, value) => {
  expect([...jsonChunks(value)].join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
});

test('writes values ten levels deep on one line', () => {
  const deep = { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: [1, { k: 2 }] } } } } } } } } } };
  const text = [...jsonChunks(deep)].join('');
  expect(text).toContain(`\n${'  '.repeat(9)}"i": {"j":[1,{"k":2}]}\n`);
  expect(JSON.parse(text)).toEqual(deep);
});

test('writes a large report in chunks of about a megabyte', () => {
  const items = Array.from({ length: 40 }, (_unused, index) => ({ index, text: 'x'.repeat(100_000) }));
  const pieces = [...jsonChunks({ items })];
  expect(pieces.map(({ length }) => length).filter((length) => length > 1_200_000)).toEqual([]);
  expect(pieces.length).toBeGreaterThan(3);
  expect(JSON.parse(pieces.join(''))).toEqual({ items });
});
