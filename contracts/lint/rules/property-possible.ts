import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { sameValue } from '../same-value.ts';
import { partsOf } from '../schemas/parts.ts';
import { allows, isClosed } from './required-possible.ts';

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
