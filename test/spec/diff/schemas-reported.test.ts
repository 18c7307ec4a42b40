/** The place, the number and the texts of reported changes. */
import { describe, expect, it, test } from 'vitest';
import { schemaRules } from '../../../spec/diff/rules/schema-rules.ts';
import { compareSchemas } from '../../../spec/diff/schema/schema-changes.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { changesBetween, changesOf, formatChanges, readSchema } from './support.ts';

describe('a change', () => {
  it('has the old and new state, at the lines of the keyword', () => {
    const before = readSchema(
      'type: object\nproperties:\n  pots:\n    type: array\n    items: {type: integer,\n      maximum: 9}',
    );
    const after = readSchema(
      'type: object\nproperties:\n  pots:\n    type: array\n    items:\n      type: integer\n      maximum: 8',
    );
    expect(changesBetween(before, after, 'request')).toMatchObject([
      {
        at: 'request body.pots[]',
        was: 'at most 9',
        is: 'at most 8',
        before: { pointer: '/properties/pots/items/maximum', line: 6 },
        after: { pointer: '/properties/pots/items/maximum', line: 7 },
        witness: '9',
      },
    ]);
  });

  it('is reported at the schema if the keyword is absent', () => {
    const [change] = changesOf('{type: string, maxLength: 3}', 'type: string', 'response');
    expect(change).toMatchObject({
      before: { pointer: '/maxLength' },
      after: { pointer: '' },
      is: 'no maximum',
    });
  });

  it('has no place if there was no schema', () => {
    const after = readSchema('type: string');
    const changes = [...compareSchemas({ before: undefined, after, direction: 'request', at: 'query limit' })];
    expect(formatChanges(changes)).toEqual(['breaking request-parameter-type-specialized at query limit']);
    expect(changes[0]).toMatchObject({ before: undefined, was: 'any value', is: 'string' });
  });

  it.each([
    ['request body', 'request', 'request-body-type-changed'],
    ['query limit', 'request', 'request-parameter-type-changed'],
    ['response 200 body', 'response', 'response-body-type-changed'],
    ['response 2XX header Link', 'response', 'response-header-type-changed'],
  ] as const)('of %s has its part in its id', (at, direction, id) => {
    const [before, after] = [readSchema('type: string'), readSchema('type: integer')];
    expect([...compareSchemas({ before, after, direction, at })].map(({ rule }) => rule.id)).toEqual([id]);
  });

  it('quotes unusual property names', () => {
    const of = (type: string) => `{type: object, properties: {"odd name": {type: ${type}}}}`;
    expect(formatChanges(changesOf(of('string'), of('integer'), 'request'))).toEqual([
      'breaking request-property-type-changed at request body["odd name"]',
    ]);
  });

  it('shows a value that one version rejects', () => {
    const [before, after] = [
      readSchema('{type: string, pattern: "^[a-z]+$"}'),
      readSchema('{type: string, pattern: "^[a-y]+$"}'),
    ];
    const [change] = changesBetween(before, after, 'request');
    const value: string = JSON.parse(change?.witness ?? 'null');
    expect([before, after].map((schema) => isValid(schema, value, 'request'))).toEqual([true, false]);
  });
});

describe('a change of a schema that is used in many places', () => {
  const pot = (max: number) => `{type: object, properties: {size: {type: integer, maximum: ${max}}}}`;
  const many = (max: number, names: readonly string[]) =>
    `{type: object, properties: {${names.map((name) => `${name}: {$ref: "#/$defs/pot"}`).join(', ')}}, $defs: {pot: ${pot(max)}}}`;

  it('is reported at each of a few places', () => {
    expect(formatChanges(changesOf(many(9, ['a', 'b']), many(8, ['a', 'b']), 'request'))).toEqual([
      'breaking request-property-max-decreased at request body.a.size',
      'breaking request-property-max-decreased at request body.b.size',
    ]);
  });

  it('is reported at the first three of many places', () => {
    const names = Array.from({ length: 50 }, (_unused, index) => `p${index}`);
    expect(formatChanges(changesOf(many(9, names), many(8, names), 'request'))).toHaveLength(3);
  });

  it('is reported once for alternatives that share it', () => {
    const alternatives = (max: number) =>
      `{allOf: [${pot(max)}], oneOf: [{required: [k], properties: {k: {const: a}}}, {required: [k], properties: {k: {const: b}}}], type: object}`;
    expect(formatChanges(changesOf(alternatives(9), alternatives(8), 'request'))).toEqual([
      'breaking request-property-max-decreased at request body.size',
    ]);
  });
});

describe('the comparison terminates', () => {
  test('for schemas with several cycles', () => {
    const value = (max: number) =>
      `{$ref: "#/$defs/v", $defs: {v: {oneOf: [{type: string}, {type: array, items: {$ref: "#/$defs/v"}}, {type: object, additionalProperties: {$ref: "#/$defs/v"}}, {type: number, maximum: ${max}}]}}}`;
    expect(formatChanges(changesOf(value(9), value(8), 'request'))).toContain(
      'breaking request-body-max-decreased at request body',
    );
  });

  test('for a chain in which each schema references the next twice', () => {
    const link = (index: number) =>
      `l${index}: {properties: {a: {$ref: "#/$defs/l${index + 1}"}, b: {$ref: "#/$defs/l${index + 1}"}}}`;
    const chain = (max: number) =>
      `{$ref: "#/$defs/l0", $defs: {${Array.from({ length: 60 }, (_unused, index) => link(index)).join(', ')}, l60: {maxLength: ${max}, type: string}}}`;
    expect(formatChanges(changesOf(chain(9), chain(8), 'request'))).toHaveLength(3);
  });

  test('for an object with a thousand properties', () => {
    const wide = (max: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 1_000 }, (_unused, index) => [`p${index}`, { type: 'string', maxLength: max }]),
      ),
    });
    expect(changesOf(wide(9), wide(8), 'request')).toHaveLength(1_000);
  });

  test('for a hundred alternatives, one of them added', () => {
    const kinds = (count: number) => ({
      oneOf: Array.from({ length: count }, (_unused, index) => ({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: `k${index}` }, size: { type: 'integer' } },
      })),
    });
    expect(formatChanges(changesOf(kinds(100), kinds(101), 'response'))).toEqual([
      'breaking response-body-one-of-added at response 200 body',
    ]);
  });

  test('for schemas nested deeper than the stack', () => {
    const deep = (type: string) =>
      Array.from({ length: 900 }).reduce<string>((inner) => `{"properties":{"a":${inner}}}`, `{"type":"${type}"}`);
    expect(formatChanges(changesOf(deep('string'), deep('integer'), 'request'))).toHaveLength(1);
  });
});

describe('the rules', () => {
  test('have unique ids in one style, with the direction', () => {
    const ids = schemaRules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^(request|response)(-[a-z]+)+$/.test(id))).toEqual([]);
  });

  test('have an affected side and a reason', () => {
    const silent = schemaRules.filter(({ title, why }) => title.length < 10 || why.length < 20);
    expect(silent).toEqual([]);
    const wrong = schemaRules.filter(({ impact, breaks }) => (impact === 'harmless') === (breaks === 'clients'));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('mirror each other for each limit', () => {
    const impactOf = new Map(schemaRules.map(({ id, impact }) => [id, impact]));
    for (const limit of ['max', 'max-length', 'max-items', 'max-properties'])
      for (const [one, other] of [
        ['decreased', 'increased'],
        ['set', 'unset'],
      ]) {
        expect(impactOf.get(`request-body-${limit}-${one}`)).toBe('breaking');
        expect(impactOf.get(`request-body-${limit}-${other}`)).toBe('harmless');
        expect(impactOf.get(`response-body-${limit}-${one}`)).toBe('harmless');
        expect(impactOf.get(`response-body-${limit}-${other}`)).toBe('breaking');
      }
  });
});

describe('a pattern with look-arounds', () => {
  const letterAndDigit = '^(?=.*[a-z])(?=.*[0-9]).{8,64}$';

  it.each([
    ['a capital letter', '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{8,64}$'],
    ['more characters', '^(?=.*[a-z])(?=.*[0-9]).{10,64}$'],
    ['a sign', '^(?=.*[a-z])(?=.*[0-9])(?=.*[!?]).{8,64}$'],
  ])('is breaking if it requires %s', (_what, pattern) => {
    const before = { type: 'string', pattern: letterAndDigit };
    const changes = changesOf(before, { type: 'string', pattern }, 'request');
    expect(formatChanges(changes)).toContain('breaking request-body-pattern-specialized at request body');
  });

  it.each([
    ['a word', '^[a-z]+$', '^(?!admin$)[a-z]+$'],
    ['a beginning', '^[a-z]+$', '^(?!x)[a-z]+$'],
  ])('has an example value if it excludes %s', (_what, old, pattern) => {
    const [change, ...others] = changesOf({ type: 'string', pattern: old }, { type: 'string', pattern }, 'request');
    expect(others).toEqual([]);
    expect(change?.rule.id).toBe('request-body-pattern-specialized');
    expect(JSON.parse(change?.witness ?? '')).not.toMatch(new RegExp(pattern));
  });

  it('applies a lookahead only to its own alternative', () => {
    const before = { type: 'string', pattern: '^(?=a).*|b' };
    const changes = changesOf(before, { type: 'string', pattern: '^a' }, 'request');
    expect(formatChanges(changes)).toEqual(['risky request-body-pattern-cannot-be-compared at request body']);
  });

  it('is unchanged in different order', () => {
    const before = { type: 'string', pattern: letterAndDigit };
    const after = { type: 'string', pattern: '^(?=.*[0-9])(?=.*[a-z]).{8,64}$' };
    expect(formatChanges(changesOf(before, after, 'request'))).toEqual([]);
    expect(formatChanges(changesOf(after, before, 'response'))).toEqual([]);
  });
});
