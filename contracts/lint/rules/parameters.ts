/** Paths and their parameters. */
import type { Parameter } from '../../../spec/model/contract.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isUnambiguous } from '../../../spec/wire/parameter-styles.ts';
import type { LintRule } from '../lint-rule.ts';

export const pathWithoutFragment: LintRule = {
  id: 'path-without-fragment',
  severity: 'warning',
  invariant: 'no path holds a fragment',
  title: 'A fragment is written into the path',
  why: 'Clients keep to themselves what follows "#": the operation is the same request as the one without it, and is not judged. Make one operation of the two, with oneOf where the bodies differ.',
  references: 'OpenAPI, Paths Object; RFC 9110, section 7.1 (the fragment is not part of the request target)',
  *problems({ operations }) {
    for (const { id, path, place } of operations)
      if (path.includes('#')) yield { subject: id, place, expected: 'a path without "#"', received: path };
  },
};

export const pathTemplateValid: LintRule = {
  id: 'path-template-valid',
  severity: 'error',
  invariant: 'every brace in a path is one of a pair around the name of a parameter',
  title: 'A path template cannot be read',
  why: 'A brace without its other half, or without a name, stands for nothing that a request can hold: nobody knows what to send. Write {name} and declare the path parameter.',
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
  invariant: 'every declared path parameter stands in the path',
  title: 'A path parameter is declared that the path does not have',
  why: 'Nobody can send it, and generated clients ask for it. Write it into the path, or take it out.',
  references: 'OpenAPI, Parameter Object: the name of a path parameter stands in the path',
  *problems({ operations }) {
    for (const { id, path, parameters } of operations) {
      for (const { name, place, ...parameter } of parameters) {
        if (parameter.in !== 'path' || path.includes(`{${name}}`)) continue;
        yield { subject: id, place, expected: `"{${name}}" in the path`, received: path };
      }
    }
  },
};

export const parameterDescribed: LintRule = {
  id: 'parameter-described',
  severity: 'warning',
  invariant: 'every parameter has a schema',
  title: 'A parameter has no schema',
  why: 'Any text is valid, and none is known to be right: no case can be made of it. Give it a schema.',
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
  invariant: 'every parameter is written in a way that OpenAPI defines',
  title: 'OpenAPI does not say how this parameter is written',
  why: 'Each side writes and reads it in its own way, so no case is made of it. Use a style that fits the type (deepObject for objects without nesting, form for lists), or content with application/json.',
  references: 'OpenAPI, Parameter Object (style, explode)',
  *problems({ operations }) {
    for (const { id, parameters } of operations) {
      for (const parameter of parameters.filter(hasUndefinedStyle)) {
        const { name, style, explode, place } = parameter;
        const expected = `a style in which the value of "${name}" can be written`;
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
