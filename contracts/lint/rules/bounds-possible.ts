import { compareNumbers } from '../../../spec/json/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

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
