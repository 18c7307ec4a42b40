import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';
import { violationOf } from '../violation-of.ts';

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
      const refused = listed(schema).filter((value) => violationOf(without, value, directions) !== undefined);
      const [first] = refused;
      if (first === undefined) continue;
      yield {
        subject,
        place: keywordPlace(schema, schema.enum === undefined ? 'const' : 'enum'),
        expected: `values of ${name} that are ${violationOf(without, first, directions)?.expected}`,
        received: refused.length === 1 ? describeValue(first) : refused.map(shown).join(', '),
      };
    }
  },
};

function listed({ enum: options = [], const: only }: Schema): readonly Json[] {
  return only === undefined ? options : [...options, only.value];
}

function shown(value: Json): string {
  return stringifyJson(value);
}
