import { isJsonType } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../rule.ts';

export const answerNotEmpty: LintRule = {
  id: 'answer-not-empty',
  severity: 'advice',
  holds: 'an answer that declares properties requires at least one of them',
  title: 'An empty object passes for an answer',
  why: 'Every property is optional: an implementation that answers {} keeps the contract. List under required what is always there.',
  restsOn: 'JSON Schema Validation 2020-12, section 6.5.3 (required)',
  *problems({ operations }) {
    for (const { id, responses } of operations) {
      for (const { status, content } of responses) {
        const schema = content.find(({ range }) => isJsonType(range))?.schema;
        const loose = schema === undefined ? undefined : looseIn(schema);
        if (loose === undefined) continue;
        const received = `none of ${[...flatten(loose).properties.keys()].slice(0, 5).join(', ')}`;
        const expected = `a required property in the body of ${status}`;
        yield { subject: id, place: loose.place, expected, received };
      }
    }
  },
};

/** The schema of the object, or of the objects in the list, that `{}` meets. A list may hold itself. */
function looseIn(schema: Schema): Schema | undefined {
  const lists = new Set<Schema>();
  let inner = schema;
  for (
    let flat = flatten(inner);
    flat.items !== undefined && flat.properties.size === 0;
    flat = flatten(inner)
  ) {
    if (lists.has(inner)) return undefined;
    lists.add(inner);
    inner = flat.items;
  }
  return flatten(inner).properties.size > 0 && isValid(inner, {}, 'response') ? inner : undefined;
}
