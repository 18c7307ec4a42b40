import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../mock/http/http-error.ts';
import { applyJsonPatch } from '../../../mock/records/values/json-patch.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { json } from '../../spec/support.ts';

function patch(record: string, steps: string): Json | undefined {
  const [before, list] = [json(record), json(steps)];
  if (!isJsonObject(before) || !isJsonArray(list)) throw new TypeError('expected a record and a list of steps');
  const after = applyJsonPatch(before, list);
  return after instanceof HttpError ? undefined : after;
}

describe('a JSON patch', () => {
  it.each([
    ['adds a member', '{"a":1}', '[{"op":"add","path":"/b","value":2}]', '{"a":1,"b":2}'],
    ['adds an item before another', '{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}'],
    ['adds an item at the end', '{"a":[1]}', '[{"op":"add","path":"/a/-","value":2}]', '{"a":[1,2]}'],
    ['removes an item', '{"a":[1,2]}', '[{"op":"remove","path":"/a/0"}]', '{"a":[2]}'],
    ['replaces within an item', '{"a":[{"b":1}]}', '[{"op":"replace","path":"/a/0/b","value":2}]', '{"a":[{"b":2}]}'],
    ['moves', '{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/c"}]', '{"a":{},"c":1}'],
    ['copies', '{"a":1}', '[{"op":"copy","from":"/a","path":"/b"}]', '{"a":1,"b":1}'],
    ['reads ~1 and ~0', '{"a/b":1,"m~n":1}', '[{"op":"remove","path":"/a~1b"},{"op":"remove","path":"/m~0n"}]', '{}'],
    ['replaces the whole', '{"a":1}', '[{"op":"replace","path":"","value":{"b":2}}]', '{"b":2}'],
  ])('%s', (_name, before, steps, after) => {
    expect(patch(before, steps)).toEqual(json(after));
  });

  it.each([
    ['removes a missing value', '[{"op":"remove","path":"/b"}]'],
    ['replaces a missing value', '[{"op":"replace","path":"/b","value":1}]'],
    ['adds to a missing parent', '[{"op":"add","path":"/b/c","value":1}]'],
    ['adds past the end of an array', '[{"op":"add","path":"/list/9","value":1}]'],
    ['counts with leading zeros', '[{"op":"replace","path":"/list/00","value":1}]'],
    ['has no value', '[{"op":"add","path":"/b"}]'],
    ['has a path that is not a pointer', '[{"op":"add","path":"b","value":1}]'],
    ['has an unknown operation', '[{"op":"swap","path":"/a"}]'],
    ['results in a non-object', '[{"op":"replace","path":"","value":1}]'],
    ['accesses a prototype', '[{"op":"replace","path":"/__proto__/x","value":1}]'],
  ])('is rejected if it %s', (_name, steps) => {
    expect(patch('{"a":1,"list":[1]}', steps)).toBeUndefined();
  });

  it('is rejected before repeated copies exhaust the memory', () => {
    const step = '{"op":"copy","from":"","path":"/a"}';
    expect(patch('{"a":1,"b":2}', `[${Array.from({ length: 64 }, () => step).join(',')}]`)).toBeDefined();
    const doubling = Array.from({ length: 64 }, (_unused, n) => `{"op":"copy","from":"","path":"/x${n}"}`);
    expect(patch('{"a":1}', `[${doubling.join(',')}]`)).toBeUndefined();
  });

  it('copies up to 100,000 values', () => {
    const copyOf = (count: number) =>
      patch(
        JSON.stringify({ list: Array.from({ length: count - 1 }, () => null) }),
        '[{"op":"copy","from":"/list","path":"/a"}]',
      );
    expect(copyOf(100_000)).toBeDefined();
    expect(copyOf(100_001)).toBeUndefined();
  });
});
