import { keywordPlace } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

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
