import type { Parameter } from '../../../spec/model/contract.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { isAgreed } from '../../../spec/wire/parameter-styles.ts';
import type { LintRule } from '../rule.ts';

export const parameterAgreed: LintRule = {
  id: 'parameter-agreed',
  severity: 'advice',
  holds: 'every parameter is written in a way that OpenAPI defines',
  title: 'OpenAPI does not say how this parameter is written',
  why: 'Each side writes and reads it in its own way, so no case is made of it. Use a style that fits the type (deepObject for objects without nesting, form for lists), or content with application/json.',
  restsOn: 'OpenAPI, Parameter Object (style, explode)',
  *problems({ operations }) {
    for (const { id, parameters } of operations) {
      for (const parameter of parameters.filter(isDisputed)) {
        const { name, style, explode, place } = parameter;
        const expected = `a style in which the value of "${name}" can be written`;
        yield { subject: id, place, expected, received: `${style}${explode ? ', exploded' : ''}` };
      }
    }
  },
};

function isDisputed(parameter: Parameter): boolean {
  const { schema } = parameter;
  const value = schema === undefined ? undefined : sampleOf(schema, 'request', { optional: 'all' });
  return value !== undefined && !isAgreed(parameter, value);
}
