/** Schemas that nothing can meet by one keyword: bounds, listed values, required properties. */
import { compareNumbers, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import type { LintProblem, LintRule } from '../rule.ts';
import { partsOf, type SchemaPart, sameValue, violationOf } from '../schemas/parts.ts';

export const boundsPossible: LintRule = {
  id: 'bounds-possible',
  severity: 'fault',
  holds: 'no lower bound lies above its upper one',
  title: 'No value is within these bounds',
  why: 'Whatever an implementation sends or takes breaks the contract. Exchange the two, or correct one.',
  restsOn:
    'JSON Schema Validation 2020-12, sections 6.2 to 6.5 (bounds of numbers, texts, arrays and objects)',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      const crossed = pairs.find(([lower, upper]) => isCrossed(schema, lower, upper));
      if (crossed === undefined) continue;
      const [lower, upper] = crossed;
      yield {
        subject,
        place: keywordPlace(schema, lower),
        expected: `${lower} of ${name} within ${schema[upper]}, its ${upper}`,
        received: `${schema[lower]}`,
      };
    }
  },
};

const pairs = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const satisfies readonly (readonly [keyof Schema, keyof Schema])[];

/** A bound that is itself excluded leaves nothing where the two are the same. */
function isCrossed(
  schema: Schema,
  lower: (typeof pairs)[number][0],
  upper: (typeof pairs)[number][1],
): boolean {
  const [low, high] = [schema[lower], schema[upper]];
  if (low === undefined || high === undefined) return false;
  const order = compareNumbers(low, high);
  return order > 0 || (order === 0 && `${lower}${upper}`.includes('exclusive'));
}

export const enumPossible: LintRule = {
  id: 'enum-possible',
  severity: 'fault',
  holds: 'every value that an enum or const lists is allowed by the schema around it',
  title: 'A listed value can never be sent',
  why: 'The schema refuses what its own list names: most often YAML has read 1.0, true or no as a number or a boolean. Put the value in quotes, correct the type, or take the value out.',
  restsOn: 'JSON Schema Validation 2020-12, section 6.1 (type, enum, const)',
  *problems(contract) {
    for (const { subject, name, schema, directions } of partsOf(contract)) {
      const without: Schema = { ...schema, enum: undefined, const: undefined };
      const refused = listedValues(schema).filter(
        (value) => violationOf(without, value, directions) !== undefined,
      );
      const [first] = refused;
      if (first === undefined) continue;
      yield {
        subject,
        place: keywordPlace(schema, schema.enum === undefined ? 'const' : 'enum'),
        expected: `values of ${name} that are ${violationOf(without, first, directions)?.expected}`,
        received: refused.length === 1 ? describeValue(first) : refused.map(shownValue).join(', '),
      };
    }
  },
};

function listedValues({ enum: options = [], const: only }: Schema): readonly Json[] {
  return only === undefined ? options : [...options, only.value];
}

function shownValue(value: Json): string {
  return stringifyJson(value);
}

export const requiredPossible: LintRule = {
  id: 'required-possible',
  severity: 'fault',
  holds: 'no required property is one that additionalProperties: false refuses',
  title: 'A property is required and forbidden at once',
  why: 'additionalProperties: false sees the properties beside it alone, not those of other parts of an allOf; no value meets both. Declare the property there, leave additionalProperties out, or say unevaluatedProperties: false around the allOf (OpenAPI 3.1).',
  restsOn:
    'JSON Schema Validation 2020-12, section 6.5.3 (required); JSON Schema Core 2020-12, section 10.3.2.3 (additionalProperties)',
  *problems(contract) {
    for (const part of partsOf(contract)) yield* forbiddenIn(part);
  },
};

/** Where several schemas judge one value, each of them counts. */
function* forbiddenIn({ subject, name, schema }: SchemaPart): Generator<LintProblem> {
  const together = [...sameValue(schema, ['allOf'])];
  const required = new Set(together.flatMap((part) => [...part.required]));
  for (const closed of together.filter(isClosed)) {
    const forbidden = [...required].filter((property) => !allows(closed, property));
    if (forbidden.length === 0) continue;
    yield {
      subject,
      place: keywordPlace(closed, 'additionalProperties'),
      expected: `${forbidden.map((property) => `"${property}"`).join(', ')} allowed, which ${name} requires`,
      received: `additionalProperties: false beside ${listedNames([...closed.properties.keys()])}`,
    };
  }
}

function isClosed({ additionalProperties }: Schema): boolean {
  return additionalProperties?.possible === false;
}

function allows({ properties, patternProperties }: Schema, name: string): boolean {
  return properties.has(name) || patternProperties.some(({ pattern }) => pattern.test(name));
}

function listedNames(names: readonly string[]): string {
  return names.length === 0 ? 'no properties' : names.map((name) => `"${name}"`).join(', ');
}

export const propertyPossible: LintRule = {
  id: 'property-possible',
  severity: 'advice',
  holds: 'no property of one part of an allOf is refused by another',
  title: 'A property is declared and can never be sent',
  why: 'additionalProperties: false sees the properties beside it alone, not those of other parts of an allOf: who sends this one breaks the contract. Declare it there too, leave additionalProperties out, or say unevaluatedProperties: false around the allOf (OpenAPI 3.1).',
  restsOn: 'JSON Schema Core 2020-12, section 10.3.2.3 (additionalProperties)',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      if (schema.allOf.length === 0) continue;
      const together = [...sameValue(schema, ['allOf'])];
      for (const closed of together.filter(isClosed)) {
        const refused = refusedBy(closed, together);
        if (refused.length === 0) continue;
        const place = keywordPlace(closed, 'additionalProperties');
        const expected = `${refused.map((property) => `"${property}"`).join(', ')} of ${name} allowed`;
        yield { subject, place, expected, received: 'additionalProperties: false' };
      }
    }
  },
};

/** Those that are required are told by required-possible. */
function refusedBy(closed: Schema, together: readonly Schema[]): readonly string[] {
  const required = new Set(together.flatMap((part) => [...part.required]));
  const declared = together.flatMap(({ properties }) =>
    [...properties].filter(([, { possible }]) => possible).map(([name]) => name),
  );
  return [...new Set(declared)].filter((name) => !allows(closed, name) && !required.has(name));
}
