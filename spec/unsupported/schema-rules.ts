/** What schemas say and nobody judges by. */
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { refOf, step, textAt } from '../refs/nodes.ts';
import { formatNamed } from '../validation/formats.ts';
import { foreignSigns } from '../validation/pattern-dialects.ts';
import type { Rule } from './part.ts';

/** Hints that no value can break. */
const hints: ReadonlySet<string> = new Set(['binary', 'password', 'commonmark', 'html']);

/** Keywords that are judged by, say what is judged where, or demand nothing by their definition. */
const known: ReadonlySet<string> = new Set([
  ...['$ref', '$id', '$schema', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef'],
  ...['$recursiveAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['type', 'enum', 'const', 'format', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum'],
  ...['exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'items', 'prefixItems', 'maxItems'],
  ...['minItems', 'uniqueItems', 'contains', 'maxContains', 'minContains', 'unevaluatedItems'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'maxProperties'],
  ...['minProperties', 'required', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'discriminator', 'nullable'],
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'example', 'examples'],
  ...['xml', 'externalDocs', 'contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/** Beside a reference of 3.0 these would have demanded something. */
const demanding: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'format', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'items', 'maxItems', 'minItems', 'uniqueItems', 'properties'],
  ...['additionalProperties', 'maxProperties', 'minProperties', 'required', 'allOf', 'anyOf', 'oneOf'],
  ...['not', 'nullable', 'readOnly', 'writeOnly'],
]);

const dialects: ReadonlySet<string> = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]);

/** True for the two that are judged by. */
export function isUsualDialect(uri: string): boolean {
  return dialects.has(uri.replace(/#$/, ''));
}

export const schemaRules: readonly Rule[] = [
  {
    of: 'schema',
    effect: 'no value is judged by it',
    *find({ node }) {
      const format = textAt(node, 'format');
      if (format !== undefined && !hints.has(format) && formatNamed(format) === undefined)
        yield [step(node, 'format'), `the format "${format}"`];
    },
  },
  {
    of: 'schema',
    effect: 'the text is taken as text: what it encodes is not looked into',
    *find({ node }, { openapi }) {
      if (openapi === '3.0') return;
      for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
        const part = step(node, keyword);
        if (part.value !== undefined) yield [part, `"${keyword}"`];
      }
    },
  },
  {
    of: 'schema',
    effect: 'ECMA-262 does not know it: the letters and signs stand for themselves',
    *find({ node }) {
      const at = step(node, 'pattern');
      if (typeof at.value !== 'string') return;
      for (const sign of foreignSigns(at.value)) yield [at, `"${sign}" in a pattern`];
    },
  },
  {
    of: 'schema',
    effect: 'no keyword of JSON Schema 2020-12 or OpenAPI has this name, so it demands nothing',
    *find({ node }, { openapi }) {
      if (!isJsonObject(node.value) || ignoresSiblings(openapi, refOf(node))) return;
      for (const keyword of Object.keys(node.value)) {
        if (!known.has(keyword) && !keyword.startsWith('x-')) yield [step(node, keyword), `"${keyword}"`];
      }
    },
  },
  {
    of: 'schema',
    effect: 'in a schema it is a list of values: none is taken from an object of named ones',
    *find({ node }) {
      const part = step(node, 'examples');
      if (part.value !== undefined && !isJsonArray(part.value)) yield [part, '"examples" that is no list'];
    },
  },
  {
    of: 'schema',
    effect: 'OpenAPI 3.1 has given it up: null is not among the types for that',
    *find({ node }, { openapi }) {
      const part = step(node, 'nullable');
      if (openapi === '3.1' && part.value === true) yield [part, '"nullable"'];
    },
  },
  {
    of: 'schema',
    effect: 'OpenAPI 3.0 has whatever stands beside "$ref" ignored',
    *find({ node }, { openapi }) {
      if (!isJsonObject(node.value) || !ignoresSiblings(openapi, refOf(node))) return;
      for (const keyword of Object.keys(node.value))
        if (demanding.has(keyword)) yield [step(node, keyword), `"${keyword}" beside a "$ref"`];
    },
  },
  {
    of: 'schema',
    effect: 'the schema is judged by JSON Schema 2020-12 with the words of OpenAPI',
    *find({ node }, { openapi }) {
      const dialect = textAt(node, '$schema');
      if (openapi === '3.1' && dialect !== undefined && !isUsualDialect(dialect))
        yield [step(node, '$schema'), `the dialect ${dialect}`];
    },
  },
  {
    of: 'schema',
    effect:
      'it stands beside no "oneOf" or "anyOf": a value is judged by this schema alone, whatever the property says',
    *find({ node }) {
      const part = step(node, 'discriminator');
      const hasAlternatives = ['oneOf', 'anyOf'].some((key) => step(node, key).value !== undefined);
      if (part.value !== undefined && !hasAlternatives) yield [part, 'a discriminator without alternatives'];
    },
  },
];

function ignoresSiblings(openapi: '3.0' | '3.1', ref: string | undefined): boolean {
  return openapi === '3.0' && ref !== undefined;
}
