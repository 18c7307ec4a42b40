/** What a response may return in the place of a value that was sent. */
import { describe, expect, test } from 'vitest';
import { findDifference } from '../../../contracts/conformance/checks/echo/echo-difference.ts';
import type { SharedProperty } from '../../../contracts/conformance/checks/echo/shared-properties.ts';
import type { StatedOmissions } from '../../../spec/described/stated-omissions.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { json, parseSchema } from '../../spec/support.ts';

interface Pair extends Partial<Pick<SharedProperty, 'isAlwaysReturned' | 'isMergePatch' | 'name' | 'parentPath'>> {
  readonly omissions?: StatedOmissions;
  readonly schema: string;
  readonly sent?: string;
  readonly returned?: string;
  readonly method?: string;
}

function differenceIn({ schema, sent, returned, method = 'POST', omissions, ...others }: Pair) {
  const built = parseSchema(schema);
  const value = (text: string | undefined): Json | undefined => (text === undefined ? undefined : json(text));
  const property = {
    parentPath: ['data'],
    name: 'label',
    responseSchema: built,
    requestSchema: built,
    isRequired: false,
    isAlwaysReturned: false,
    isMergePatch: false,
    sent: value(sent),
    returned: value(returned),
    ...others,
  };
  return findDifference(property, method, omissions);
}

const text = 'type: string';
const object = 'properties: {a: {type: integer}, b: {type: integer}}';

describe('a value that was sent is returned', () => {
  test.each<Pair>([
    { schema: text, sent: '"a"', returned: '"a"' },
    { schema: text, sent: 'null' },
    { schema: text, sent: 'null', returned: '"7"', name: 'id' },
    { schema: 'type: number', sent: '0.1', returned: '0.10000000000000001' },
    { schema: 'type: number\nformat: float', sent: '0.1', returned: '0.10000000149011612' },
    { schema: 'type: integer', sent: '7', returned: '7.0' },
    { schema: 'format: date-time', sent: '"2026-01-01T10:00:00Z"', returned: '"2026-01-01T11:00:00.000+01:00"' },
    { schema: 'format: time', sent: '"10:00:00Z"', returned: '"11:00:00+01:00"' },
    { schema: 'format: uuid', sent: '"ABCDEF"', returned: '"abcdef"' },
    { schema: 'format: hostname', sent: '"A.example"', returned: '"a.example"' },
    { schema: 'format: email', sent: '"Ada@A.example"', returned: '"ada@a.example"' },
    { schema: 'format: decimal', sent: '"1.50"', returned: '"1.5"' },
    { schema: 'format: byte', sent: '"YWI="', returned: '"YWI"' },
    { schema: object, sent: '{"a":1}', returned: '{"a":1,"b":2}' },
    { schema: object, sent: '{"a":1,"c":2}', returned: '{"a":1}' },
    { schema: object, sent: '{"a":1,"b":null}', returned: '{"a":1}' },
    { schema: `${object}\nadditionalProperties: false`, sent: '{"c":2}', returned: '{}' },
    { schema: 'properties: {a: {writeOnly: true}, b: {readOnly: true}}', sent: '{"a":1,"b":2}', returned: '{"b":3}' },
    { schema: object, sent: '{"a":null}', returned: '{"a":1}', isMergePatch: true },
    { schema: 'items: {type: integer}', sent: '[1,2]', returned: '[1,2]' },
    { schema: 'description: In lower case.', sent: '"Fern"', returned: '"fern"' },
    { schema: 'description: Sorted.\nitems: {}', sent: '["b","a"]', returned: '["a","b"]' },
    { schema: 'items: {description: Trimmed.}', sent: '[" a"]', returned: '["a"]' },
    { schema: 'description: Trimmed.\nitems: {type: string}', sent: '[" a"]', returned: '["a"]' },
  ])('as it was, or in a form that means the same: %j', (pair) => {
    expect(differenceIn(pair)).toBeUndefined();
  });

  const path = ['data', 'label'];

  test.each<readonly [Pair, object]>([
    [
      { schema: text, sent: '"a"' },
      { path, received: 'nothing', change: 'without a part' },
    ],
    [
      { schema: text, sent: '"A"', returned: '"a"' },
      { path, change: 'in another case', fromCharacter: 0 },
    ],
    [
      { schema: 'type: integer', sent: '7', returned: '8' },
      { path, expected: 'integer 7, as sent' },
    ],
    [{ schema: 'type: integer', sent: '9007199254740993', returned: '9007199254740992' }, { path }],
    [{ schema: 'type: number', sent: '1.5', returned: '1.25' }, { path }],
    [{ schema: 'type: number', sent: '0.1', returned: '0.10000000149011612' }, { path }],
    [
      { schema: 'type: number', sent: '1.5', returned: '"1.5"' },
      { path, change: 'of another type' },
    ],
    [{ schema: 'format: date-time', sent: '"2026-01-01T10:00:00Z"', returned: '"2026-01-01T10:00:01Z"' }, { path }],
    [{ schema: 'format: date-time', sent: '"today"', returned: '"tomorrow"' }, { path }],
    [{ schema: 'format: something', sent: '"A"', returned: '"a"' }, { path }],
    [{ schema: 'format: byte', sent: '"YWI="', returned: '"YWM="' }, { path }],
    [
      { schema: text, sent: 'null', returned: '"a"' },
      { path, expected: 'null, as sent' },
    ],
    [{ schema: text, sent: '"7"', returned: '"8"', name: 'id' }, { path: ['data', 'id'] }],
    [{ schema: object, sent: '{"a":1,"b":2}', returned: '{"a":1}' }, { path: [...path, 'b'] }],
    [{ schema: object, sent: '{"a":1,"b":2}', returned: '{"a":2,"b":2}' }, { path: [...path, 'a'] }],
    [{ schema: object, sent: '{"a":1,"c":2}', returned: '{"a":1,"c":3}' }, { path: [...path, 'c'] }],
    [{ schema: object, sent: '{"a":null}', returned: '{"a":1}' }, { path: [...path, 'a'] }],
    [{ schema: object, sent: '{"a":1}', returned: '[1]' }, { path }],
    [{ schema: 'type: object', sent: '{"c":2}', returned: '{}' }, { path: [...path, 'c'] }],
    [{ schema: `${object}\nadditionalProperties: true`, sent: '{"c":2}', returned: '{}' }, { path: [...path, 'c'] }],
    [{ schema: `${object}\npatternProperties: {c: true}`, sent: '{"c":2}', returned: '{}' }, { path: [...path, 'c'] }],
    [{ schema: 'items: {type: integer}', sent: '[1,2]', returned: '[1,3]' }, { path: [...path, 1] }],
    [
      { schema: 'items: {type: integer}', sent: '[1]', returned: '[1,2]' },
      { path, change: 'in its length' },
    ],
    [
      { schema: 'items: {type: integer}', sent: '[1]', returned: '{}' },
      { path, expected: 'array, as sent' },
    ],
    [{ schema: 'description: In lower case.', sent: '"Fern"', returned: '"moss"' }, { path }],
    [
      { schema: object, sent: '{"a":1,"b":{"c":null}}', returned: '{"b":{"c":1}}', isMergePatch: true },
      { path: [...path, 'a'] },
    ],
  ])('not another: %j', (pair, difference) => {
    expect(differenceIn(pair)).toMatchObject(difference);
  });
});

describe('a value that was not sent', () => {
  test.each<Pair>([
    { schema: text },
    { schema: 'type: [string, "null"]', returned: 'null' },
    { schema: text, returned: '"a"', method: 'PATCH' },
    { schema: text, returned: '"a"', isAlwaysReturned: true },
    { schema: `${text}\ndefault: a`, returned: '"a"' },
    { schema: `${text}\nenum: [a]`, returned: '"a"' },
    { schema: `${text}\nconst: a`, returned: '"a"' },
    { schema: `${text}\nformat: date`, returned: '"2026-01-01"' },
    { schema: `${text}\npattern: a`, returned: '"a"' },
    { schema: text, returned: '"7"', name: 'plant_id' },
    { schema: 'type: [integer, "null"]', returned: '7' },
    { schema: '{}', returned: '"a"' },
  ])('may be one that implementations choose: %j', (pair) => {
    expect(differenceIn(pair)).toBeUndefined();
  });

  test.each<Pair>([
    { schema: text, returned: '"a"' },
    { schema: 'type: [string, "null"]', returned: '"a"' },
    { schema: text, returned: 'null' },
  ])('is not a text that nobody wrote: %j', (pair) => {
    expect(differenceIn(pair)).toMatchObject({ path: ['data', 'label'], expected: 'no value, because none was sent' });
  });
});

describe('null in a merge patch', () => {
  const merge = { sent: 'null', isMergePatch: true } as const;

  test.each<Pair>([
    { ...merge, schema: text },
    { ...merge, schema: 'type: [string, "null"]', returned: 'null' },
    { ...merge, schema: `${text}\ndefault: a`, returned: '"a"' },
    { ...merge, schema: 'type: integer', returned: '0' },
    { ...merge, schema: text, returned: '"a"', isAlwaysReturned: true },
  ])('removes the property, or resets it: %j', (pair) => {
    expect(differenceIn(pair)).toBeUndefined();
  });

  test.each<Pair>([
    { ...merge, schema: text, returned: '"a"' },
    { ...merge, schema: 'type: [string, "null"]', returned: '"a"', isAlwaysReturned: true },
    { ...merge, schema: 'type: [integer, "null"]', returned: '0' },
  ])('is not ignored: %j', (pair) => {
    expect(differenceIn(pair)).toMatchObject({ path: ['data', 'label'], change: 'otherwise' });
  });
});

describe('where a sentence says what becomes of properties that are left out', () => {
  const both = { getDefaults: true, areRemoved: true };
  const flag = 'type: boolean\ndefault: true';
  const put = { method: 'PUT', parentPath: [] };

  test.each<Pair>([
    { ...put, schema: flag, returned: 'false', omissions: both },
    { ...put, schema: 'type: integer\ndefault: 60', returned: '30', omissions: both },
    { ...put, schema: 'type: [object, "null"]', returned: '{"a":1}', omissions: both },
    { ...put, schema: 'type: [integer, "null"]', returned: '7', omissions: both },
  ])('another value is a difference: %j', (pair) => expect(differenceIn(pair)).toBeDefined());

  test.each<Pair>([
    { ...put, schema: flag, returned: 'true', omissions: both },
    { ...put, schema: flag, omissions: both },
    { ...put, schema: 'type: [object, "null"]', returned: 'null', omissions: both },
    { ...put, schema: 'type: object', omissions: both },
    { ...put, schema: 'type: [object, "null"]', returned: '{"a":1}' },
    { ...put, schema: 'type: [object, "null"]', returned: '{"a":1}', omissions: { ...both, areRemoved: false } },
    { ...put, schema: 'type: integer', returned: '0', isAlwaysReturned: true, omissions: both },
    { ...put, schema: 'type: string\nformat: uuid', returned: '"a"', name: 'ownerId', omissions: both },
    { ...put, schema: 'enum: [a, b]\ndefault: a', returned: '"b"', name: 'state', omissions: both },
    { ...put, schema: flag, returned: 'false', method: 'PATCH', omissions: both },
  ])('this is none: %j', (pair) => expect(differenceIn(pair)).toBeUndefined());
});

test.each([
  ['abcdefgh', 'abcdXfgh', 4, 'abcdXfgh'],
  ['abcdefghijklmn', 'abcdefgXijklmn', 7, 'defgXijk'],
  ['Boston fern', 'Boston f', 8, 'on f'],
  ['\u{1F335}\u{1F335}a', '\u{1F335}\u{1F335}b', 2, '\\u{1f335}\\u{1f335}b'],
  ['a\u{1F335}', 'a\u{1F336}', 1, 'a\\u{1f336}'],
  ['e\u0301', '\u00e9', 0, '\\u{e9}'],
])('the first difference between %j and %j is shown with the characters around it', (sent, returned, at, excerpt) => {
  const difference = differenceIn({ schema: text, sent: JSON.stringify(sent), returned: JSON.stringify(returned) });
  expect(difference?.fromCharacter).toBe(at);
  expect(difference?.received).toContain(`at character ${at}: ..."${excerpt}"...`);
});
