/** Alternatives of a schema that cannot be told apart. */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { describeViolation, isValid } from '../../../spec/validation/validate.ts';
import { beginningOf } from '../../../text.ts';
import { contradictsItself } from '../impossible.ts';
import type { LintRule } from '../rule.ts';
import { nameOf, partsOf, violationOf } from '../schemas/parts.ts';

export const alternativesExclusive: LintRule = {
  id: 'alternatives-exclusive',
  severity: 'advice',
  holds: 'no value of one alternative of a oneOf is a value of another',
  title: 'Two alternatives of a oneOf accept the same value',
  why: 'oneOf refuses a value that two of its alternatives accept, whatever a discriminator says. Let them differ by a required property with a const or enum of its own, or write anyOf.',
  restsOn: 'JSON Schema Core 2020-12, section 10.2.1.3 (oneOf); OpenAPI, Discriminator Object',
  *problems(contract) {
    for (const { subject, name, schema, directions } of partsOf(contract)) {
      const [direction = 'response'] = directions;
      const shared = sharedValue(schema, direction);
      // Where they share all that there is, schema-possible tells.
      if (shared === undefined || contradictsItself(schema, direction)) continue;
      const { value, first, second } = shared;
      const received = `${shown(value)} is one of alternatives ${first + 1} and ${second + 1}`;
      const expected = `a value of one alternative of ${name} alone`;
      yield { subject, place: keywordPlace(schema, 'oneOf'), expected, received };
    }
  },
};

interface Shared {
  readonly value: Json;
  readonly first: number;
  readonly second: number;
}

/** Of more alternatives the first ones are tried. */
const MOST_ALTERNATIVES = 12;

/** A witness, so nothing is said that is not so. */
function sharedValue({ oneOf }: Schema, direction: Direction): Shared | undefined {
  const some = oneOf.slice(0, MOST_ALTERNATIVES);
  for (const [first, part] of some.entries()) {
    const value = sampleOf(part, direction, { optional: 'none' });
    if (value === undefined) continue;
    const second = some.findIndex((other, index) => index !== first && isValid(other, value, direction));
    if (second !== -1) return { value, first, second };
  }
  return undefined;
}

/** Enough to know it by. */
function shown(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 100 ? `${beginningOf(text, 90)}...` : text;
}

export const discriminatorLeads: LintRule = {
  id: 'discriminator-leads',
  severity: 'fault',
  holds: 'every value in the mapping of a discriminator leads to a schema that is there',
  title: 'A discriminator leads to no schema',
  why: 'Clients choose by it what to read the value as, and find nothing. Most often the schema has been renamed: name the one that is meant, or take the value out of the mapping.',
  restsOn: 'OpenAPI, Discriminator Object (mapping): the name of a schema or a reference to one',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      const [first] = schema.discriminator?.astray ?? [];
      if (first === undefined) continue;
      const [value, target] = first;
      const received = `"${target}", which is not there`;
      const place = keywordPlace(schema, 'discriminator');
      yield { subject, place, expected: `a schema that "${value}" of ${name} leads to`, received };
    }
  },
};

export const discriminatorAgrees: LintRule = {
  id: 'discriminator-agrees',
  severity: 'advice',
  holds: 'what a discriminator leads to requires its property, and allows the value that leads there',
  title: 'A discriminator and the schema that it leads to do not agree',
  why: 'What the schemas allow, clients that go by the discriminator cannot read, or they read it as something else. Without a mapping the value is the name of the schema: write a mapping from the values that are sent, and list the property under required in each of the schemas.',
  restsOn: 'OpenAPI, Discriminator Object (propertyName, mapping)',
  *problems(contract) {
    for (const { subject, schema, directions } of partsOf(contract)) {
      const wrong = disagreementIn(schema, directions);
      if (wrong !== undefined) yield { subject, place: keywordPlace(schema, 'discriminator'), ...wrong };
    }
  },
};

interface Disagreement {
  readonly expected: string;
  readonly received: string;
}

function disagreementIn(schema: Schema, directions: ReadonlySet<Direction>): Disagreement | undefined {
  const { propertyName = '', values = new Map<string, Schema>(), astray } = schema.discriminator ?? {};
  // Where the mapping leads nowhere, discriminator-leads tells.
  if (astray !== undefined) return undefined;
  for (const [value, option] of values) {
    const { properties, required } = flatten(option);
    const name = nameOf(option, `the schema of "${value}"`);
    if (!required.has(propertyName) && !schema.required.has(propertyName))
      return { expected: `"${propertyName}" required by ${name}`, received: 'an optional property' };
    const property = properties.get(propertyName);
    const refused = property === undefined ? undefined : violationOf(property, value, directions);
    if (refused !== undefined)
      return {
        expected: `"${value}" allowed as "${propertyName}" of ${name}`,
        received: describeViolation(refused, propertyName),
      };
  }
  return undefined;
}
