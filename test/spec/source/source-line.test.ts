/** Quoted lines of a document; of a very long line only the relevant part. */
import { expect, test, vi } from 'vitest';
import { type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { findJsonMember } from '../../../spec/source/find-json-member.ts';
import { quoteLine, sliceLines } from '../../../spec/source/source-line.ts';

test.each([
  [1, 'openapi: 3.0.3'],
  [2, 'paths: {}'],
  [3, ''],
  [9, ''],
])('line %i is %j, without surrounding space', (line, text) => {
  expect(quoteLine('openapi: 3.0.3\r\n  paths: {}\r\n', { line, pointer: '/paths' })).toBe(text);
});

test('returns lines up to a maximum, and only existing ones', () => {
  expect([sliceLines('a\nb\r\nc\nd', 2, 2), sliceLines('a\nb', 2, 9), sliceLines('a', 3, 1)]).toEqual([
    ['b', 'c'],
    ['b'],
    [],
  ]);
});

const document = {
  type: 'decoy',
  paths: { '/a~b/"c"': [{ type: 'string' }, [], {}, '}"]', null], empty: {}, long: 'x'.repeat(10_000) },
  last: [1, [2, { three: -3.5e3 }]],
};

test.each([
  ['/type', '"type":"decoy"'],
  ['/paths/~1a~0b~1"c"/0/type', '"type":"string"'],
  ['/paths/~1a~0b~1"c"/3', '"}\\"]"'],
  ['/paths/empty', '"empty":{}'],
  ['/last/1/1/three', '"three":-3.5e3'.replace('-3.5e3', '-3500')],
])('quotes %s of a document in one line as %s', (pointer, text) => {
  expect(quoteLine(JSON.stringify(document), { line: 1, pointer })).toBe(text);
});

test.each(['', '/paths', '/paths/long', '/nowhere', '/last/2', '/type/deeper'])(
  'quotes at most a few hundred characters of a document in one line for %j',
  (pointer) => {
    const text = quoteLine(JSON.stringify(document), { line: 1, pointer });
    expect(text).toMatch(/^["{].*\.\.\.$/);
    expect(text.length).toBeLessThan(500);
  },
);

test('truncates a long line that is not JSON at its end', () => {
  const line = `paths: { description: '${'words '.repeat(1_000)}' }`;
  expect(quoteLine(line, { line: 1, pointer: '/paths/description' })).toBe(`${line.slice(0, 400)}...`);
});

test.each([0, 2])('finds every member in its text, with %i spaces for each level', (blanks) => {
  const text = JSON.stringify(document, null, blanks);
  const pointers = [...membersOf(document, '')];
  expect(pointers.length).toBeGreaterThan(12);
  for (const [pointer, value] of pointers) {
    const { start, end } = findJsonMember(text, pointer) ?? { start: 0, end: 0 };
    const parsed = parseJson(text.slice(start, end).replace(/^"(?:[^"\\]|\\.)*"\s*:/, ''));
    expect([pointer, parsed.ok && parsed.value]).toEqual([pointer, value]);
  }
});

function* membersOf(value: Json, pointer: string): Generator<readonly [pointer: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield [below, member];
    yield* membersOf(member, below);
  }
}

test('finds the lines of each of two versions only once', () => {
  const [before, after] = ['old', 'new'].map((word) => `${word}\n`.repeat(1_000));
  const searches = vi.spyOn(String.prototype, 'indexOf');
  const quote = (line: number) => [before, after].map((text = '') => quoteLine(text, { line, pointer: '' }));
  expect(quote(7)).toEqual(['old', 'new']);
  const count = searches.mock.calls.length;
  expect(count).toBeGreaterThan(2_000);
  for (let line = 1; line < 100; line++) quote(line);
  expect(searches.mock.calls.length - count).toBeLessThan(count);
  searches.mockRestore();
});
