import { expect, test } from 'vitest';
import { pathIn, spanOf } from '../../contracts/body-path.ts';

test.each([
  ['body.id is null', ['id']],
  ['the required property body.pots[2].size is left out', ['pots', 2, 'size']],
  ['body["odd \\"name\\""].x: string', ['odd "name"', 'x']],
  ['body: expected object', []],
  ['the whole body', []],
  ['body.name: string "body.tag"', ['name']],
  ['somebody.name', undefined],
  ['a bodyguard', undefined],
  ['nothing is changed', undefined],
])('%j names the path %j', (sentence, path) => {
  expect(pathIn(sentence)).toEqual(path);
});

test.each<readonly [string, readonly (string | number)[], string]>([
  ['{"a":1,"b":"x"}', ['b'], '"x"'],
  ['{"a":1,"b":"x"}', [], '{"a":1,"b":"x"}'],
  [' {\n "a" : [ 1 , {"b": -1.5e3 } ] }', ['a', 1, 'b'], '-1.5e3'],
  ['{"a":{"b":null},"b":true}', ['b'], 'true'],
  [String.raw`{"q\"}":"{[\\","b":[[]]}`, ['b', 0], '[]'],
  [String.raw`{"caf\u00e9":"x"}`, ['café'], '"x"'],
  ['{"a":1,"a":2}', ['a'], '2'],
  ['{}', ['a'], '}'],
  ['{"a":{"b":1},"c":2}', ['a', 'x'], '}'],
  ['[1,2]', [7], ']'],
])('in %s the path %j leads to %s', (text, path, found) => {
  const span = spanOf(text, path);
  expect(span === undefined ? undefined : text.slice(span.start, span.end)).toBe(found);
});

test('a missing property is meant by the bracket that ends what should hold it', () => {
  expect(spanOf('{"a":{"b":1},"c":2}', ['a', 'x'])).toEqual({ start: 11, end: 12 });
});

test.each([
  ['', ['a']],
  ['not JSON', ['a']],
  ['"a"', ['a']],
  ['{"a":1', ['b']],
  ['{"a":{}}', ['x', 'y']],
  ['{"a" 1}', ['b', 'c']],
  ['... (2000 characters)', ['a']],
])('in %j the path %j leads nowhere', (text, path) => {
  expect(spanOf(text, path)).toBeUndefined();
});

test('a long body is searched in little time', () => {
  const text = JSON.stringify({ deep: '['.repeat(200_000), last: 1 });
  const start = performance.now();
  expect(spanOf(text, ['last'])?.end).toBe(text.length - 1);
  expect(spanOf('['.repeat(100_000), [0])).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(500);
});
