/** Schemas that a single keyword makes unsatisfiable: bounds, listed values, required properties. */
import { compareNumbers, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import type { LintProblem, LintRule } from '../lint-rule.ts';
import { collectSchemas, combinedSchemas, findViolation, type SchemaPart } from '../schemas/collect-schemas.ts';

export const boundsSatisfiable: LintRule = {
  id: 'bounds-satisfiable',
  severity: 'error',
  invariant: 'no lower bound is above its upper bound',
  title: 'No value is within these bounds',
  why: 'Every value that an implementation sends or accepts violates the contract. Swap the two, or correct one.',
  references: 'JSON Schema Validation 2020-12, sections 6.2 to 6.5 (bounds of numbers, strings, arrays and objects)',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const crossed = boundPairs.find(([lower, upper]) => areCrossed(schema, lower, upper));
      if (crossed === undefined) continue;
      const [lower, upper] = crossed;
      yield {
        subject,
        place: toKeywordPlace(schema, lower),
        expected: `${lower} of ${name} within ${upper}: ${schema[upper]}`,
        received: `${schema[lower]}`,
      };
    }
  },
};

const boundPairs = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const satisfies readonly (readonly [keyof Schema, keyof Schema])[];

/** With an exclusive bound, equal bounds leave no value. */
function areCrossed(
  schema: Schema,
  lower: (typeof boundPairs)[number][0],
  upper: (typeof boundPairs)[number][1],
): boolean {
  const [low, high] = [schema[lower], schema[upper]];
  if (low === undefined || high === undefined) return false;
  const order = compareNumbers(low, high);
  return order > 0 || (order === 0 && `${lower}${upper}`.includes('exclusive'));
}

export const enumSatisfiable: LintRule = {
  id: 'enum-satisfiable',
  severity: 'error',
  invariant: 'the schema allows every value that its enum or const lists',
  title: 'A listed value can never be sent',
  why: 'The schema rejects a value of its own list. Usually YAML has read 1.0, true or no as a number or a boolean. Quote the value, correct the type, or remove the value.',
  references: 'JSON Schema Validation 2020-12, section 6.1 (type, enum, const)',
  *problems(contract) {
    for (const { subject, name, schema, directions } of collectSchemas(contract)) {
      const schemaWithoutValues: Schema = { ...schema, enum: undefined, const: undefined };
      const rejected = declaredValues(schema).filter(
        (value) => findViolation(schemaWithoutValues, value, directions) !== undefined,
      );
      const [first] = rejected;
      if (first === undefined) continue;
      yield {
        subject,
        place: toKeywordPlace(schema, schema.enum === undefined ? 'const' : 'enum'),
        expected: `values of ${name}: ${findViolation(schemaWithoutValues, first, directions)?.expected}`,
        received: rejected.length === 1 ? describeValue(first) : rejected.map(valueText).join(', '),
      };
    }
  },
};

function declaredValues({ enum: options = [], const: only }: Schema): readonly Json[] {
  return only === undefined ? options : [...options, only.value];
}

function valueText(value: Json): string {
  return stringifyJson(value);
}

export const requiredSatisfiable: LintRule = {
  id: 'required-satisfiable',
  severity: 'error',
  invariant: 'no required property is rejected by additionalProperties: false',
  title: 'A property is both required and forbidden',
  why: 'additionalProperties: false considers only the properties next to it, not those of other parts of an allOf: no value matches both. Declare the property there, remove additionalProperties, or use unevaluatedProperties: false around the allOf (OpenAPI 3.1).',
  references:
    'JSON Schema Validation 2020-12, section 6.5.3 (required); JSON Schema Core 2020-12, section 10.3.2.3 (additionalProperties)',
  *problems(contract) {
    for (const part of collectSchemas(contract)) yield* findForbiddenRequired(part);
  },
};

/** If several schemas apply to one value, each of them has to accept it. */
function* findForbiddenRequired({ subject, name, schema }: SchemaPart): Generator<LintProblem> {
  const combined = [...combinedSchemas(schema, ['allOf'])];
  const required = new Set(combined.flatMap((part) => [...part.required]));
  for (const closed of combined.filter(isClosed)) {
    const forbidden = [...required].filter((property) => !allowsProperty(closed, property));
    if (forbidden.length === 0) continue;
    yield {
      subject,
      place: toKeywordPlace(closed, 'additionalProperties'),
      expected: `${forbidden.map((property) => `"${property}"`).join(', ')} allowed, which ${name} requires`,
      received: `additionalProperties: false next to ${quoteNames([...closed.properties.keys()])}`,
    };
  }
}

function isClosed({ additionalProperties }: Schema): boolean {
  return additionalProperties?.isSatisfiable === false;
}

function allowsProperty({ properties, patternProperties }: Schema, name: string): boolean {
  return properties.has(name) || patternProperties.some(({ pattern }) => pattern.test(name));
}

function quoteNames(names: readonly string[]): string {
  return names.length === 0 ? 'no properties' : names.map((name) => `"${name}"`).join(', ');
}

export const propertySatisfiable: LintRule = {
  id: 'property-satisfiable',
  severity: 'warning',
  invariant: 'no part of an allOf rejects a property of another part',
  title: 'A property is declared and can never be sent',
  why: 'additionalProperties: false considers only the properties next to it, not those of other parts of an allOf: a client that sends this one violates the contract. Declare it there too, remove additionalProperties, or use unevaluatedProperties: false around the allOf (OpenAPI 3.1).',
  references: 'JSON Schema Core 2020-12, section 10.3.2.3 (additionalProperties)',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      if (schema.allOf.length === 0) continue;
      const combined = [...combinedSchemas(schema, ['allOf'])];
      for (const closed of combined.filter(isClosed)) {
        const rejected = findRejectedProperties(closed, combined);
        if (rejected.length === 0) continue;
        const place = toKeywordPlace(closed, 'additionalProperties');
        const expected = `${rejected.map((property) => `"${property}"`).join(', ')} allowed in ${name}`;
        yield { subject, place, expected, received: 'additionalProperties: false' };
      }
    }
  },
};

/** required-satisfiable reports those that are required. */
function findRejectedProperties(closed: Schema, combined: readonly Schema[]): readonly string[] {
  const required = new Set(combined.flatMap((part) => [...part.required]));
  const declared = combined.flatMap(({ properties }) =>
    [...properties].filter(([, { isSatisfiable }]) => isSatisfiable).map(([name]) => name),
  );
  return [...new Set(declared)].filter((name) => !allowsProperty(closed, name) && !required.has(name));
}
