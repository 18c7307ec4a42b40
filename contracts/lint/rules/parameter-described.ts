import type { LintRule } from '../rule.ts';

export const parameterDescribed: LintRule = {
  id: 'parameter-described',
  severity: 'advice',
  holds: 'every parameter has a schema',
  title: 'A parameter has no schema',
  why: 'Any text is valid, and none is known to be right: no case can be made of it. Give it a schema.',
  restsOn: 'OpenAPI, Parameter Object: a schema or a content',
  *problems({ operations }) {
    for (const { id, parameters } of operations) {
      for (const { name, place, schema, content } of parameters) {
        if (schema !== undefined || content.some((media) => media.schema !== undefined)) continue;
        yield { subject: id, place, expected: `a schema for "${name}"`, received: 'none' };
      }
    }
  },
};
