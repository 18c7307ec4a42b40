/** Random schemas of 2020-12 and values that often match them. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';

const names = fc.constantFrom('a', 'b', 'c', 'x-d');
const small = fc.integer({ min: -3, max: 6 });
const count = fc.integer({ min: 0, max: 3 });
const word = fc.constantFrom('', 'a', 'ab', 'b1', '\u{1F335}', 'abc');

const scalars: fc.Arbitrary<Json> = fc.oneof(
  small,
  word,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(0.5, 1.5, 2.25),
);

export const randomValues: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');

export const randomSchemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(names, part, { maxKeys: 3, noNullPrototype: true });
  const closing = fc.oneof(fc.boolean(), part);
  const keywords: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }),
    const: scalars,
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b', '^[a-z]+$', '^.$'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: closing,
    prefixItems: parts,
    contains: part,
    properties: members,
    patternProperties: fc.dictionary(fc.constantFrom('^x-', 'a|b'), part, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: closing,
    propertyNames: fc.record({ maxLength: count }, { noNullPrototype: true }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: members,
    allOf: parts,
    anyOf: parts,
    oneOf: parts,
    not: part,
    if: part,
    then: part,
    else: part,
    unevaluatedProperties: closing,
    unevaluatedItems: closing,
  };
  const withSome = (from: readonly string[]) =>
    fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 4 }).chain((chosen) => {
      const entries = chosen.map((keyword) => [keyword, keywords[keyword] ?? fc.constant(true)] as const);
      return fc.record(Object.fromEntries(entries), { noNullPrototype: true });
    });
  const plain = Object.keys(keywords).slice(0, 14);
  return { schema: fc.oneof({ maxDepth: 2 }, withSome(plain), withSome(Object.keys(keywords))) };
}).schema;
