/** Whether a value is allowed in its place, without validation of the whole body. */
import { expect, test } from 'vitest';
import { allowsRemoval, allowsValue } from '../../contracts/conformance/cases/shared/allowed-changes.ts';
import { allMutationPoints } from '../../contracts/conformance/cases/shared/mutation-points.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { removeAt, replaceAt } from '../../contracts/conformance/request/values/value-locations.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { documentWith, loadText } from '../spec/support.ts';

const values: readonly Json[] = [
  ...[null, true, 0, 7, 7.5, 2n ** 70n, '', 'a', 'much too long for it', []],
  ...[['a', 'a'], {}, { a: 1 }, { a: 'x', b: 'y' }, { inner: { a: 1 } }],
];

const parts = {
  plain: { a: { type: 'string', maxLength: 3 }, b: { type: 'integer' } },
  nested: { inner: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } } },
};

test.each<readonly [string, object]>([
  ['only properties', { required: ['a'], properties: { ...parts.plain, ...parts.nested } }],
  ['allOf', { properties: parts.plain, allOf: [{ properties: { a: { minLength: 1 } } }] }],
  ['anyOf', { properties: parts.plain, anyOf: [{ properties: { b: { minimum: 5 } } }, { required: ['c'] }] }],
  ['oneOf inside', { properties: { a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } } }],
  ['not', { properties: parts.plain, not: { properties: { a: { const: 'a' } }, required: ['a'] } }],
  ['if and then', { properties: parts.plain, if: { properties: { b: { const: 7 } } }, then: { required: ['c'] } }],
  ['patternProperties', { properties: parts.plain, patternProperties: { '^a': { minLength: 1 } } }],
  ['dependentSchemas', { properties: parts.plain, dependentSchemas: { a: { properties: { b: { minimum: 1 } } } } }],
  [
    'an enum of objects',
    {
      properties: parts.plain,
      enum: [
        { a: 'a', b: 7 },
        { a: 'b', b: 0 },
      ],
    },
  ],
  ['unevaluatedProperties', { properties: parts.nested, unevaluatedProperties: false }],
  ['items that differ', { properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } }],
  ['propertyNames', { properties: parts.plain, propertyNames: { maxLength: 1 }, maxProperties: 2 }],
  ['minProperties', { properties: parts.plain, minProperties: 2 }],
  ['minProperties inside', { properties: { inner: { properties: parts.plain, minProperties: 2 } } }],
  ['dependentRequired', { properties: parts.plain, dependentRequired: { a: ['b'] } }],
  [
    'what is required and readOnly',
    { properties: { ...parts.plain, id: { type: 'integer', readOnly: true } }, required: ['id', 'b'] },
  ],
])('allows a change exactly where the whole body is valid: %s', async (_name, schema) => {
  const text = documentWith(stringifyJson({ type: 'object', ...schema }), '3.1.0');
  const { operations } = await loadText(text);
  const baselines = operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
  const points = baselines.flatMap(({ body }) => (body === undefined ? [] : [...allMutationPoints(body)]));
  expect(points.length).toBeGreaterThan(1);
  for (const point of points) {
    const { schema: whole, full } = point.body;
    const checked = values.map((value) => allowsValue(point, value));
    expect(checked).toEqual(values.map((value) => isValid(whole, replaceAt(full, point.path, value), 'request')));
    if (typeof point.path.at(-1) !== 'string') continue;
    expect(allowsRemoval(point)).toBe(isValid(whole, removeAt(full, point.path), 'request'));
  }
});
