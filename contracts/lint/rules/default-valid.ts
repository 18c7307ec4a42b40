import { keywordPlace } from '../../../spec/model/schema.ts';
import { describeViolation } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';
import { violationOf } from '../violation-of.ts';

export const defaultValid: LintRule = {
  id: 'default-valid',
  severity: 'fault',
  holds: 'every default is valid by its schema',
  title: 'A default of the contract breaks the contract',
  why: 'Whoever leaves the value out is taken to have sent one that the contract forbids. Correct the default or the schema.',
  restsOn: 'OpenAPI 3.0, Schema Object (default); JSON Schema Validation 2020-12, section 9.2',
  *problems(contract) {
    for (const { subject, schema, directions } of partsOf(contract)) {
      if (schema.default === undefined) continue;
      const first = violationOf(schema, schema.default.value, directions);
      if (first === undefined) continue;
      const place = keywordPlace(schema, 'default');
      yield { subject, place, expected: first.expected, received: describeViolation(first, 'default') };
    }
  },
};
