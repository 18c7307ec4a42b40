import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import type { LintProblem } from '../problem.ts';
import type { LintRule } from '../rule.ts';
import { sameValue } from '../same-value.ts';
import { type Part, partsOf } from '../schemas/parts.ts';

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
function* forbiddenIn({ subject, name, schema }: Part): Generator<LintProblem> {
  const together = [...sameValue(schema, ['allOf'])];
  const required = new Set(together.flatMap((part) => [...part.required]));
  for (const closed of together.filter(isClosed)) {
    const forbidden = [...required].filter((property) => !allows(closed, property));
    if (forbidden.length === 0) continue;
    yield {
      subject,
      place: keywordPlace(closed, 'additionalProperties'),
      expected: `${forbidden.map((property) => `"${property}"`).join(', ')} allowed, which ${name} requires`,
      received: `additionalProperties: false beside ${listed([...closed.properties.keys()])}`,
    };
  }
}

export function isClosed({ additionalProperties }: Schema): boolean {
  return additionalProperties?.possible === false;
}

export function allows({ properties, patternProperties }: Schema, name: string): boolean {
  return properties.has(name) || patternProperties.some(({ pattern }) => pattern.test(name));
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no properties' : names.map((name) => `"${name}"`).join(', ');
}
