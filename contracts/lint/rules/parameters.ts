/** Paths and their parameters. */
import type { Parameter } from '../../../spec/model/contract.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isUnambiguous } from '../../../spec/wire/parameter-styles.ts';
import type { LintRule } from '../lint-rule.ts';

export const pathWithoutFragment: LintRule = {
  id: 'path-without-fragment',
  severity: 'warning',
  invariant: 'no path contains a fragment',
  title: 'A path contains a fragment',
  why: 'Clients do not send the part after "#": the request is the same as without it, and the operation is not checked. Merge the two operations, with oneOf if the bodies differ.',
  references: 'OpenAPI, Paths Object; RFC 9110, section 7.1 (the fragment is not part of the request target)',
  *problems({ operations }) {
    for (const { id, path, place } of operations)
      if (path.includes('#')) yield { subject: id, place, expected: 'a path without "#"', received: path };
  },
};

export const pathTemplateValid: LintRule = {
  id: 'path-template-valid',
  severity: 'error',
  invariant: 'every brace in a path is one of a pair around a parameter name',
  title: 'A path template is malformed',
  why: 'An unpaired brace, or a pair without a name, is not a parameter: clients do not know what to send. Write {name} and declare the path parameter.',
  references: 'OpenAPI, Path Templating',
  *problems({ operations }) {
    for (const { id, path, place } of operations) {
      const rest = path.replaceAll(/\{[^{}/]+\}/g, '');
      if (/[{}]/.test(rest)) yield { subject: id, place, expected: '{name} for each parameter', received: path };
    }
  },
};

/** The reverse, a name in the path without a parameter, is rejected when the document is read. */
export const pathParameterUsed: LintRule = {
  id: 'path-parameter-used',
  severity: 'error',
  invariant: 'every declared path parameter is in the path',
  title: 'A declared path parameter is not in the path',
  why: 'Clients cannot send the parameter, but generated clients require it. Add it to the path, or remove it.',
  references: 'OpenAPI, Parameter Object: the name of a path parameter is in the path',
  *problems({ operations }) {
    for (const { id, path, unplacedParameters = [] } of operations)
      for (const { name, place } of unplacedParameters)
        yield { subject: id, place, expected: `"{${name}}" in the path`, received: path };
  },
};

export const parameterDescribed: LintRule = {
  id: 'parameter-described',
  severity: 'warning',
  invariant: 'every parameter has a schema',
  title: 'A parameter has no schema',
  why: 'Any string is valid, and none is known to be correct: no case can be generated for it. Add a schema.',
  references: 'OpenAPI, Parameter Object: a schema or a content',
  *problems({ operations }) {
    for (const { id, parameters } of operations) {
      for (const { name, place, schema, content } of parameters) {
        if (schema !== undefined || content.some((media) => media.schema !== undefined)) continue;
        yield { subject: id, place, expected: `a schema for "${name}"`, received: 'none' };
      }
    }
  },
};

export const parameterSerializationDefined: LintRule = {
  id: 'parameter-serialization-defined',
  severity: 'warning',
  invariant: 'OpenAPI defines how every parameter is serialized',
  title: 'OpenAPI does not define how this parameter is serialized',
  why: 'Each side serializes it in its own way, so no case is generated for it. Use a style that fits the type (deepObject for objects without nesting, form for arrays), or content with application/json.',
  references: 'OpenAPI, Parameter Object (style, explode)',
  *problems({ operations }) {
    for (const { id, parameters } of operations) {
      for (const parameter of parameters.filter(hasUndefinedStyle)) {
        const { name, style, explode, place } = parameter;
        const expected = `a style that can serialize the value of "${name}"`;
        yield { subject: id, place, expected, received: `${style}${explode ? ', exploded' : ''}` };
      }
    }
  },
};

function hasUndefinedStyle(parameter: Parameter): boolean {
  const { schema } = parameter;
  const value = schema === undefined ? undefined : sampleValue(schema, 'request', { optional: 'all' });
  return value !== undefined && !isUnambiguous(parameter, value);
}
