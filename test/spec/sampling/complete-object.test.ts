/** With `optional: 'all'`, a sample has every optional property that does not exclude another one. */
import { expect, test } from 'vitest';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { parseSchema } from '../support.ts';

const text = { type: 'string', default: 'x' };

test.each([
  [
    'else forbids a property',
    {
      required: ['kind'],
      properties: { kind: { enum: ['letter', 'box'] }, note: text, size: text, tag: text },
      if: { properties: { kind: { const: 'box' } } },
      else: { properties: { size: false } },
    },
    ['kind', 'note', 'tag'],
  ],
  ['at most two', { properties: { a: text, b: text, c: text }, maxProperties: 2 }, ['a', 'b']],
  ['one excludes another', { properties: { a: text, b: text, c: text }, not: { required: ['a', 'b'] } }, ['a', 'c']],
] as const)('%s', (_title, schema, names) => {
  const sample = sampleValue(parseSchema(JSON.stringify({ type: 'object', ...schema })), 'request', {
    optional: 'all',
  });
  expect(Object.keys(Object(sample))).toEqual(names);
});

test('below a property too', () => {
  const inner = { type: 'object', properties: { a: text, b: text, c: text }, maxProperties: 2 };
  const schema = parseSchema(JSON.stringify({ type: 'object', properties: { inner } }));
  expect(sampleValue(schema, 'request', { optional: 'all' })).toEqual({ inner: { a: 'x', b: 'x' } });
});
