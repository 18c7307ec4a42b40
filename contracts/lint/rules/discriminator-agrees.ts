import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { describeViolation } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../rule.ts';
import { nameOf } from '../schemas/name-of.ts';
import { partsOf } from '../schemas/parts.ts';
import { violationOf } from '../violation-of.ts';

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
