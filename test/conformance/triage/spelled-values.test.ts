import { expect, test } from 'vitest';
import { replaceSpelled } from '../../../contracts/conformance/triage/spelled-values.ts';

test.each([
  ['an escaped character', '{"a": "Green\\/box"}', '{"a": "Plant\\/pot"}'],
  ['escaped letters', String.raw`{"\u0061":"\u0047reen\u002fbox"}`, String.raw`{"\u0061":"\u0050lant\u002fpot"}`],
  ['white space', '{\n  "a" :\t"Green/box"\r\n}', '{\n  "a" :\t"Plant/pot"\r\n}'],
  [
    'other members',
    '{"b":["Green/box",{"a":"Green/box"}],"a":"Green/box"}',
    '{"b":["Green/box",{"a":"Green/box"}],"a":"Plant/pot"}',
  ],
])('keeps %s', (_part, text, expected) => {
  expect(replaceSpelled(text, [{ path: ['a'], before: 'Green/box', after: 'Plant/pot' }])).toBe(expected);
});

test('finds a value in an array', () => {
  const text = '[{"a": 1}, {"b": [1, 2]}, 2]';
  expect(replaceSpelled(text, [{ path: [1, 'b', 1], before: 2, after: 7 }])).toBe('[{"a": 1}, {"b": [1, 7]}, 2]');
});

test('escapes each letter of a text of another length, where each letter was escaped', () => {
  const text = String.raw`{"a":"\u0061@\u0062"}`;
  expect(replaceSpelled(text, [{ path: ['a'], before: 'a@b', after: 'w1@c' }])).toBe(
    String.raw`{"a":"\u0077\u0031@\u0063"}`.replace('\\u0031', '1'),
  );
});

test.each([
  ['a text of another length', '{"a":"Green\\/box"}', 'Green/box', 'w1'],
  ['a number', '{"a":1.0}', 1, 7],
])('does not spell %s', (_value, text, before, after) => {
  expect(replaceSpelled(text, [{ path: ['a'], before, after }])).toBeUndefined();
});
