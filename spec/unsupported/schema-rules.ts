/** Unsupported features of schemas, which validate nothing. */
import { isJsonArray, isJsonObject } from '../json/exact-json.ts';
import { childNode, getRef, stringAt } from '../refs/nodes.ts';
import { findFormat } from '../validation/formats.ts';
import { findForeignEscapes } from '../validation/pattern-dialects.ts';
import type { UnsupportedRule } from './document-parts.ts';

/** Formats that are hints: no value violates them. */
const hintFormats: ReadonlySet<string> = new Set(['binary', 'password', 'commonmark', 'html']);

/** Keywords that are evaluated, that structure other keywords, or that constrain nothing by definition. */
const knownKeywords: ReadonlySet<string> = new Set([
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

/** Keywords that would constrain values if they were not siblings of a reference in 3.0. */
const constraintKeywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'format', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'items', 'maxItems', 'minItems', 'uniqueItems', 'properties'],
  ...['additionalProperties', 'maxProperties', 'minProperties', 'required', 'allOf', 'anyOf', 'oneOf'],
  ...['not', 'nullable', 'readOnly', 'writeOnly'],
]);

const supportedDialects: ReadonlySet<string> = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
]);

/** True for the two supported dialects. */
export function isSupportedDialect(uri: string): boolean {
  return supportedDialects.has(uri.replace(/#$/, ''));
}

export const unsupportedSchemaRules: readonly UnsupportedRule[] = [
  {
    appliesTo: 'schema',
    effect: 'no value is validated against it',
    *find({ node }) {
      const format = stringAt(node, 'format');
      if (format !== undefined && !hintFormats.has(format) && findFormat(format) === undefined)
        yield [childNode(node, 'format'), `the format "${format}"`];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'the string is not decoded or validated, except the data of an event',
    *find({ node }, { openapi }) {
      if (openapi === '3.0') return;
      for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
        const part = childNode(node, keyword);
        if (part.value !== undefined) yield [part, `"${keyword}"`];
      }
    },
  },
  {
    appliesTo: 'schema',
    effect: 'ECMA-262 does not define it: the characters stand for themselves',
    *find({ node }) {
      const at = childNode(node, 'pattern');
      if (typeof at.value !== 'string') return;
      for (const escapeText of findForeignEscapes(at.value)) yield [at, `"${escapeText}" in a pattern`];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'it is not a keyword of JSON Schema 2020-12 or OpenAPI, so it has no effect',
    *find({ node }, { openapi }) {
      if (!isJsonObject(node.value) || ignoresSiblings(openapi, getRef(node))) return;
      for (const keyword of Object.keys(node.value)) {
        if (!knownKeywords.has(keyword) && !keyword.startsWith('x-')) yield [childNode(node, keyword), `"${keyword}"`];
      }
    },
  },
  {
    appliesTo: 'schema',
    effect: 'in a schema it must be an array of values: named examples are not used',
    *find({ node }) {
      const part = childNode(node, 'examples');
      if (part.value !== undefined && !isJsonArray(part.value)) yield [part, '"examples" that is not an array'];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'OpenAPI 3.1 removed it: null is not allowed by it',
    *find({ node }, { openapi }) {
      const part = childNode(node, 'nullable');
      if (openapi === '3.1' && part.value === true) yield [part, '"nullable"'];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'OpenAPI 3.0 ignores the siblings of "$ref"',
    *find({ node }, { openapi }) {
      if (!isJsonObject(node.value) || !ignoresSiblings(openapi, getRef(node))) return;
      for (const keyword of Object.keys(node.value))
        if (constraintKeywords.has(keyword)) yield [childNode(node, keyword), `"${keyword}" next to "$ref"`];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'the schema is validated as JSON Schema 2020-12 with the OpenAPI vocabulary',
    *find({ node }, { openapi }) {
      const dialect = stringAt(node, '$schema');
      if (openapi === '3.1' && dialect !== undefined && !isSupportedDialect(dialect))
        yield [childNode(node, '$schema'), `the dialect ${dialect}`];
    },
  },
  {
    appliesTo: 'schema',
    effect: 'without "oneOf" or "anyOf", values are validated only against this schema, whatever the property contains',
    *find({ node }) {
      const part = childNode(node, 'discriminator');
      const hasAlternatives = ['oneOf', 'anyOf'].some((key) => childNode(node, key).value !== undefined);
      if (part.value !== undefined && !hasAlternatives) yield [part, 'a discriminator without alternatives'];
    },
  },
];

function ignoresSiblings(openapi: '3.0' | '3.1', ref: string | undefined): boolean {
  return openapi === '3.0' && ref !== undefined;
}
