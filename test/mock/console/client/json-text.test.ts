import { describe, expect, it } from 'vitest';
import { jsonOf, parseExact, pretty } from '../../../../mock/console/client/json-text.js';

describe('pretty', () => {
  it.each([
    ['an object', '{"id":1,"name":"a"}', '{\n  "id": 1,\n  "name": "a"\n}'],
    ['nested arrays', '{"a":[1,[2]],"b":[]}', '{\n  "a": [\n    1,\n    [\n      2\n    ]\n  ],\n  "b": []\n}'],
    ['empty values', '{ }', '{}'],
    ['brackets within strings', '["{:,}","\\"]"]', '[\n  "{:,}",\n  "\\"]"\n]'],
    ['a scalar', ' "x" ', '"x"'],
  ])('indents %s', (_what, given, expected) => {
    expect(pretty(given)).toBe(expected);
  });

  it.each(['9223372036854775807', '1.0', '1e400', '-0', '0.1000', '"\\u0041\\/"'])(
    'keeps the tokens of %s',
    (given) => {
      expect(pretty(`[${given}]`)).toBe(`[\n  ${given}\n]`);
    },
  );

  it('returns invalid JSON unchanged', () => {
    expect(pretty('{"id": }')).toBe('{"id": }');
  });

  it.each(['{"id":1,"name":"abc', '{"id":1,"name":"abc\\'])('indents the truncated %s', (given) => {
    const shown = pretty(given, true);
    expect(shown.split('\n')).toHaveLength(3);
    expect(shown.replaceAll(/\s/g, '')).toBe(given);
  });
});

describe('parseExact and jsonOf', () => {
  it.each([
    '{"id":9223372036854775807,"name":"a \\" b"}',
    '[null,true,-9007199254740993,1.5,[],{}]',
    '{"__proto__":1}',
  ])('keep every digit of %s', (text) => {
    expect(jsonOf(parseExact(text))).toBe(text);
  });
});
