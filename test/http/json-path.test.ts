import { expect, test } from 'vitest';
import { changedSpan, parseBodyPath, syntaxErrorOffset, valueSpan } from '../../contracts/http/json-path.ts';
import { relativeCpuTime } from '../cpu-time.ts';

test.each([
  ['body.id', ['id']],
  ['body.pots[2].size minimum beyond', ['pots', 2, 'size']],
  ['body["odd \\"name\\""].x', ['odd "name"', 'x']],
  ['body as null', []],
  ['body', []],
  ['body.name in another case', ['name']],
  ['body.a-b', undefined],
  ['the whole body.name', undefined],
  ['somebody.name', undefined],
  ['bodyguard', undefined],
  ['in another case', undefined],
])('%j starts with the path %j', (name, path) => {
  expect(parseBodyPath(name)).toEqual(path);
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
])('in %s, the path %j resolves to %s', (text, path, found) => {
  const span = valueSpan(text, path);
  expect(span === undefined ? undefined : text.slice(span.start, span.end)).toBe(found);
});

test('a missing property is located at the closing bracket of its parent', () => {
  expect(valueSpan('{"a":{"b":1},"c":2}', ['a', 'x'])).toEqual({ start: 11, end: 12 });
});

test.each([
  ['', ['a']],
  ['not JSON', ['a']],
  ['"a"', ['a']],
  ['{"a":1', ['b']],
  ['{"a":{}}', ['x', 'y']],
  ['{"a" 1}', ['b', 'c']],
  ['... (2000 characters)', ['a']],
])('in %j, the path %j does not exist', (text, path) => {
  expect(valueSpan(text, path)).toBeUndefined();
});

test('a long body is searched quickly', async () => {
  const text = JSON.stringify({ deep: '['.repeat(200_000), last: 1 });
  const cpuTime = await relativeCpuTime(() => {
    expect(valueSpan(text, ['last'])?.end).toBe(text.length - 1);
    expect(valueSpan('['.repeat(100_000), [0])).toBeUndefined();
  });
  expect(cpuTime).toBeLessThan(5);
});

test.each<readonly [string, number, string]>([
  ['{"a":"fern"}', 2, 'rn'],
  ['{"a":"🌵 fern"}', 1, ' fern'],
  ['{"a":"fern"}', 4, '"'],
  [String.raw`{"a":"\tfern"}`, 1, String.raw`"\tfern"`],
  ['{"a":7}', 1, '7'],
])('in %s, the text of a from character %i is %s', (text, from, found) => {
  const span = changedSpan(text, ['a'], from);
  expect(text.slice(span?.start, span?.end)).toBe(found);
});

test.each<readonly [string, number | undefined]>([
  ['<html>', 0],
  [")]}',\n{}", 0],
  ['\ufeff{}', 0],
  ['{"a":NaN}', 5],
  ['{"a":nul}', 8],
  ["{'a':1}", 1],
  ['{"a":1,}', 7],
  ['{"a":1}\n<br>', 8],
  ['{"a":-}', 6],
  ['{"a":"\u0001"}', 6],
  ['{"a":1', undefined],
  ['"a', undefined],
  ['-', undefined],
  ['', undefined],
  ['{"a":1}', undefined],
])('%j is invalid JSON from %s', (text, position) => {
  expect(syntaxErrorOffset(text)).toBe(position);
});

test.each([
  ['letters', 'x'],
  ['escapes', String.raw`\n`],
])('finds a path in megabytes of %s', (_what, part) => {
  const text = part.repeat(8_000_000);
  const body = `{"a":"${text}","b":1}`;
  expect(valueSpan(body, ['b'])).toEqual({ start: text.length + 12, end: text.length + 13 });
  expect(valueSpan(`{"a":"${text}`, ['b'])).toBeUndefined();
});
