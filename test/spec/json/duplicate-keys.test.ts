import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicateKeys } from '../../../spec/json/duplicate-keys.ts';
import { type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { relativeCpuTime } from '../../cpu-time.ts';

describe('a duplicate key', () => {
  it.each([
    ['in the body', '{"a":1,"b":2,"a":3}', [['a']]],
    ['with white space', ' { "a" : 1 ,\n "a" : 1 } ', [['a']]],
    ['within', '{"a":[{},{"b":{"c":1,"c":2}}]}', [['a', 1, 'b', 'c']]],
    ['in an array', '[0,{"a":1,"a":1}]', [[1, 'a']]],
    ['once escaped', String.raw`{"name":1,"n\u0061me":2}`, [['name']]],
    ['with a quote', String.raw`{"a\"":1,"a\"":2}`, [['a"']]],
    ['empty', '{"":1,"":2}', [['']]],
    ['named __proto__', '{"__proto__":1,"__proto__":2}', [['__proto__']]],
    ['after a nested one', '{"a":{"a":1},"a":2}', [['a']]],
    ['three times', '{"a":1,"a":2,"a":3}', [['a'], ['a']]],
    ['and another', '{"a":1,"a":2,"b":3,"b":4}', [['a'], ['b']]],
  ])('is found %s', (_where, json, paths) => {
    expect(findDuplicateKeys(json)).toEqual(paths);
  });

  it.each([
    ['the same string as a key and a value', '{"a":"a","b":"a"}'],
    ['the same key in two objects', '[{"a":1},{"a":1}]'],
    ['the same key in an object and the one around it', '{"a":{"a":1}}'],
    ['another case', '{"a":1,"A":1}'],
    ['another composition', '{"\u00e9":1,"e\u0301":1}'],
    ['quotes and braces in strings', String.raw`{"a":"{\"b\":1,\"b\":2}","b":"\\","c":"\\\""}`],
    ['strings in an array', '["a","a",["a"]]'],
    ['JSON without an object', '"a"'],
  ])('is not seen in %s', (_what, json) => {
    expect(findDuplicateKeys(json)).toEqual([]);
  });

  it('is not in serialized JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const parsed = parseJson(json);
        return parsed.ok && findDuplicateKeys(stringifyJson(parsed.value)).length === 0;
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('is found where one was inserted', () => {
    const key = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), key, (value, name) => {
        const quoted = JSON.stringify(name);
        const json = `{"before":${JSON.stringify(value)},${quoted}:[],${quoted}:{}}`;
        return name === 'before' || findDuplicateKeys(json).length > 0;
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('is searched for in linear time in a text of a million characters', async () => {
    const plants: Json = Array.from({ length: 20_000 }, (_one, id) => ({ id, name: 'Boston fern', tag: 'fern' }));
    const json = stringifyJson(plants);
    expect(await relativeCpuTime(() => findDuplicateKeys(json))).toBeLessThan(10);
  });
});
