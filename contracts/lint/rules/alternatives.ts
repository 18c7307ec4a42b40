/** Alternatives of a schema that cannot be distinguished. */

import { truncate } from '../../../sanitize.ts';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Direction, type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { describeViolation, isValid } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../lint-rule.ts';
import { collectSchemas, findViolation, schemaName } from '../schemas/collect-schemas.ts';
import { isUnsatisfiable } from '../unsatisfiable.ts';

export const alternativesExclusive: LintRule = {
  id: 'alternatives-exclusive',
  severity: 'warning',
  invariant: 'no value of one alternative of a oneOf is a value of another',
  title: 'Two alternatives of a oneOf accept the same value',
  why: 'oneOf refuses a value that two of its alternatives accept, whatever a discriminator says. Let them differ by a required property with a const or enum of its own, or write anyOf.',
  references: 'JSON Schema Core 2020-12, section 10.2.1.3 (oneOf); OpenAPI, Discriminator Object',
  *problems(contract) {
    for (const { subject, name, schema, directions } of collectSchemas(contract)) {
      const [direction = 'response'] = directions;
      const shared = findSharedValue(schema, direction);
      // If no value satisfies the schema, schema-satisfiable reports it.
      if (shared === undefined || isUnsatisfiable(schema, direction)) continue;
      const { value, first, second } = shared;
      const received = `${shortText(value)} is one of alternatives ${first + 1} and ${second + 1}`;
      const expected = `a value of one alternative of ${name} alone`;
      yield { subject, place: toKeywordPlace(schema, 'oneOf'), expected, received };
    }
  },
};

interface SharedValue {
  readonly value: Json;
  readonly first: number;
  readonly second: number;
}

/** Only the first alternatives are checked. */
const MAX_ALTERNATIVES = 12;

/** Returns an actual value as proof, so there are no false positives. */
function findSharedValue({ oneOf }: Schema, direction: Direction): SharedValue | undefined {
  const alternatives = oneOf.slice(0, MAX_ALTERNATIVES);
  for (const [first, part] of alternatives.entries()) {
    const value = sampleValue(part, direction, { optional: 'none' });
    if (value === undefined) continue;
    const second = alternatives.findIndex((other, index) => index !== first && isValid(other, value, direction));
    if (second !== -1) return { value, first, second };
  }
  return undefined;
}

/** Long enough to recognize the value. */
function shortText(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 100 ? `${truncate(text, 90)}...` : text;
}

export const discriminatorResolves: LintRule = {
  id: 'discriminator-resolves',
  severity: 'error',
  invariant: 'every value in the mapping of a discriminator leads to a schema that is there',
  title: 'A discriminator leads to no schema',
  why: 'Clients choose by it what to read the value as, and find nothing. Most often the schema has been renamed: name the one that is meant, or take the value out of the mapping.',
  references: 'OpenAPI, Discriminator Object (mapping): the name of a schema or a reference to one',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const [first] = schema.discriminator?.unresolved ?? [];
      if (first === undefined) continue;
      const [value, target] = first;
      const received = `"${target}", which is not there`;
      const place = toKeywordPlace(schema, 'discriminator');
      yield { subject, place, expected: `a schema that "${value}" of ${name} leads to`, received };
    }
  },
};

export const discriminatorConsistent: LintRule = {
  id: 'discriminator-consistent',
  severity: 'warning',
  invariant: 'what a discriminator leads to requires its property, and allows the value that leads there',
  title: 'A discriminator and the schema that it leads to do not agree',
  why: 'What the schemas allow, clients that go by the discriminator cannot read, or they read it as something else. Without a mapping the value is the name of the schema: write a mapping from the values that are sent, and list the property under required in each of the schemas.',
  references: 'OpenAPI, Discriminator Object (propertyName, mapping)',
  *problems(contract) {
    for (const { subject, schema, directions } of collectSchemas(contract)) {
      const disagreement = findDisagreement(schema, directions);
      if (disagreement !== undefined)
        yield { subject, place: toKeywordPlace(schema, 'discriminator'), ...disagreement };
    }
  },
};

interface Disagreement {
  readonly expected: string;
  readonly received: string;
}

function findDisagreement(schema: Schema, directions: ReadonlySet<Direction>): Disagreement | undefined {
  const { propertyName = '', values = new Map<string, Schema>(), unresolved } = schema.discriminator ?? {};
  // discriminator-resolves reports a mapping without a target.
  if (unresolved !== undefined) return undefined;
  for (const [value, option] of values) {
    const { properties, required } = flattenSchema(option);
    const name = schemaName(option, `the schema of "${value}"`);
    if (!required.has(propertyName) && !schema.required.has(propertyName))
      return { expected: `"${propertyName}" required by ${name}`, received: 'an optional property' };
    const property = properties.get(propertyName);
    const violation = property === undefined ? undefined : findViolation(property, value, directions);
    if (violation !== undefined)
      return {
        expected: `"${value}" allowed as "${propertyName}" of ${name}`,
        received: describeViolation(violation, propertyName),
      };
  }
  return undefined;
}
