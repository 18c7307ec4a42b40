import type { MediaType } from '../../../spec/model/contract.ts';
import { countChoices, flatten } from '../../../spec/sampling/flatten.ts';
import type { LintRule } from '../rule.ts';

export const encodingUsed: LintRule = {
  id: 'encoding-used',
  severity: 'advice',
  holds: 'every encoding is one of a property of the form',
  title: 'An encoding is given for a field that the form does not have',
  why: 'Nothing is written by it, and the field that was meant is written in another way than one side expects. Most often one of the two names is misspelt: write the name of the property.',
  restsOn: 'OpenAPI, Media Type Object (encoding): the key is the name of a property of the schema',
  *problems({ operations }) {
    for (const { id: subject, requestBody } of operations) {
      for (const media of requestBody?.content ?? []) {
        for (const [name, { place }] of media.encoding ?? []) {
          if (mayHave(media, name)) continue;
          yield { subject, place, expected: `a property "${name}" of the form`, received: 'none' };
        }
      }
    }
  },
};

function mayHave({ schema }: MediaType, name: string): boolean {
  if (schema === undefined) return true;
  const choices = Array.from({ length: countChoices(schema) }, (_none, choice) => flatten(schema, choice));
  return choices.some(
    ({ properties, patternProperties, additionalProperties }) =>
      properties.has(name) ||
      patternProperties.some(({ pattern }) => pattern.test(name)) ||
      additionalProperties?.possible === true,
  );
}
