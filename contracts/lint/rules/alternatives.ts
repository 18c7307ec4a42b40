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
  invariant: 'a value matches at most one alternative of a oneOf',
  title: 'Two alternatives of a oneOf accept the same value',
  why: 'oneOf rejects a value that matches two of its alternatives, even with a discriminator. Distinguish them by a required property with a different const or enum in each, or use anyOf.',
  references: 'JSON Schema Core 2020-12, section 10.2.1.3 (oneOf); OpenAPI, Discriminator Object',
  *problems(contract) {
    for (const { subject, name, schema, directions } of collectSchemas(contract)) {
      const [direction = 'response'] = directions;
      const shared = findSharedValue(schema, direction);
      // If no value satisfies the schema, schema-satisfiable reports it.
      if (shared === undefined || isUnsatisfiable(schema, direction)) continue;
      const { value, first, second } = shared;
      const received = `${shortText(value)} matches alternatives ${first + 1} and ${second + 1}`;
      const expected = `a value that matches only one alternative of ${name}`;
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
  invariant: 'every value in the mapping of a discriminator points to an existing schema',
  title: 'A discriminator points to a schema that does not exist',
  why: 'Clients choose the type of a value by the discriminator, and find none. Usually the schema was renamed: use its new name, or remove the value from the mapping.',
  references: 'OpenAPI, Discriminator Object (mapping): the name of a schema or a reference to one',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const [first] = schema.discriminator?.unresolved ?? [];
      if (first === undefined) continue;
      const [value, target] = first;
      const received = `"${target}", which does not exist`;
      const place = toKeywordPlace(schema, 'discriminator');
      yield { subject, place, expected: `an existing schema for "${value}" of ${name}`, received };
    }
  },
};

export const discriminatorConsistent: LintRule = {
  id: 'discriminator-consistent',
  severity: 'warning',
  invariant: 'the schemas of a discriminator require its property, and allow the values that select them',
  title: 'A discriminator and one of its schemas do not agree',
  why: 'Clients that use the discriminator cannot read what the schemas allow, or read it as another type. Without a mapping, the value is the name of the schema: add a mapping for the values that are sent, and list the property under required in each schema.',
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
