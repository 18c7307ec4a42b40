import { describe, expect, it } from 'vitest';
import {
  alternativeFor,
  canShow,
  hintOf,
  kindOf,
  numberOf,
  startOf,
} from '../../../../../mock/console/client/forms/schema-nodes.js';

describe('the kind of a field', () => {
  it.each([
    ['text', { types: ['string'] }],
    ['date', { types: ['string'], format: 'date' }],
    ['password', { types: ['string'], format: 'password' }],
    ['number', { types: ['integer'], format: 'int64' }],
    ['number', { types: ['integer', 'number'] }],
    ['boolean', { types: ['boolean'] }],
    ['options', { types: ['string'], enum: ['a', 'b'] }],
    ['options', { isConstant: true, const: 'a' }],
    ['object', { properties: [] }],
    ['array', { types: ['array'], items: '1' }],
    ['json', { types: ['array'] }],
    ['json', { types: ['string', 'integer'] }],
    ['choice', { alternatives: [{ label: 'A', schema: '1' }] }],
    ['json', {}],
  ] as const)('is %s for %j', (kind, node) => {
    expect(kindOf(node)).toBe(kind);
  });

  it('does not show a value of another type, so that nothing is lost', () => {
    expect(canShow('number', '{{body.id}}')).toBe(false);
    expect(canShow('text', 5)).toBe(false);
    expect(canShow('number', 5n)).toBe(true);
    expect(canShow('object', [])).toBe(false);
    expect(canShow('text', null)).toBe(true);
  });
});

describe('the start value', () => {
  it('has what is required and fixed, and ends for a recursive schema', () => {
    const nodes = {
      0: {
        types: ['object'],
        required: ['kind', 'tags', 'next', 'size'],
        properties: [
          { name: 'kind', schema: '1' },
          { name: 'tags', schema: '2' },
          { name: 'next', schema: '0' },
          { name: 'size', schema: '3' },
          { name: 'note', schema: '3' },
        ],
      },
      1: { isConstant: true, const: 'a' },
      2: { types: ['array'], items: '3' },
      3: { types: ['integer'] },
    };
    expect(startOf(nodes, '0')).toMatchObject({ kind: 'a', tags: [], next: { kind: 'a' } });
    expect(startOf(nodes, '3')).toBeUndefined();
    expect(startOf({ 0: { types: ['integer'], default: 5n } }, '0')).toBe(5n);
    expect(startOf({}, 'constructor')).toBeUndefined();
  });

  it('of a choice names its first alternative', () => {
    const nodes = {
      0: { alternatives: [{ label: 'cat', schema: '1', tag: { name: 'kind', value: 'cat' } }] },
      1: { types: ['object'], properties: [] },
    };
    expect(startOf(nodes, '0')).toEqual({ kind: 'cat' });
  });
});

describe('the alternative for a value', () => {
  it('is the one of its tag, of its type, or with most of its properties', () => {
    const nodes = {
      1: { types: ['object'], properties: [{ name: 'a', schema: '3' }] },
      2: { types: ['object'], properties: ['a', 'b'].map((name) => ({ name, schema: '3' })) },
      3: { types: ['string'] },
    };
    const plain = { alternatives: ['3', '1', '2'].map((schema) => ({ label: schema, schema })) };
    expect(alternativeFor(nodes, plain, 'x')).toBe(0);
    expect(alternativeFor(nodes, plain, { a: 'x' })).toBe(1);
    expect(alternativeFor(nodes, plain, { a: 'x', b: 'y' })).toBe(2);
    const tagged = {
      alternatives: ['x', 'y'].map((value) => ({ label: value, schema: '1', tag: { name: 'kind', value } })),
    };
    expect(alternativeFor(nodes, tagged, { kind: 'y' })).toBe(1);
  });
});

describe('a number that is typed', () => {
  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['7', 7],
    ['-1.50', -1.5],
    ['1e400', '1e400'],
    ['007', '007'],
    ['seven', 'seven'],
    ['{{body.id}}', '{{body.id}}'],
  ])('%s is kept exactly, and any other text stays a text', (text, expected) => {
    expect(numberOf(text)).toBe(expected);
  });
});

it('a hint has the first paragraph of the description and the limits', () => {
  expect(hintOf({ description: 'The size.\n\nMore.', minimum: 1, maximum: 9223372036854775807n })).toBe(
    'The size. · 1 to 9223372036854775807',
  );
  expect(hintOf({ minLength: 2, format: 'uuid', writeOnly: true })).toBe(
    'uuid, at least 2 characters, only in requests',
  );
});
