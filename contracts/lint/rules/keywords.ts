/** Keywords and formats that have no effect. */
import { type Schema, type TypeName, toKeywordPlace } from '../../../spec/model/schema.ts';
import { findMisspelled } from '../../../spec/options/suggest-name.ts';
import { findFormat } from '../../../spec/validation/formats.ts';
import type { LintRule } from '../lint-rule.ts';
import { collectSchemas } from '../schemas/collect-schemas.ts';

/** OpenAPI 3.0 documents with unknown keywords are rejected when they are read; 3.1 allows any keyword. */
export const keywordKnown: LintRule = {
  id: 'keyword-known',
  severity: 'warning',
  invariant: 'no keyword of a schema has a typo or was removed in OpenAPI 3.1',
  title: 'A keyword has no effect',
  why: 'OpenAPI 3.1 ignores unknown keywords, so the intended constraint does not apply. Use the suggested keyword.',
  references: 'JSON Schema Core 2020-12, section 6.5: unknown keywords have no effect',
  *problems(contract) {
    if (contract.openapi === '3.0') return;
    for (const { subject, name, schema } of collectSchemas(contract)) {
      for (const keyword of schema.keywordLines.keys()) {
        const suggestion = removedKeywords.get(keyword) ?? suggestKeyword(keyword);
        if (suggestion === undefined) continue;
        const received = `"${keyword}" in ${name}`;
        yield {
          subject,
          place: toKeywordPlace(schema, keyword),
          expected: suggestion,
          received,
          cause: keyword,
        };
      }
    }
  },
};

const removedKeywords: ReadonlyMap<string, string> = new Map([
  ['nullable', '"null" among the types: type: [string, "null"]'],
  ['additionalItems', '"items" after "prefixItems"'],
]);

function suggestKeyword(keyword: string): string | undefined {
  if (knownKeywords.includes(keyword) || keyword.startsWith('x-')) return undefined;
  const suggestion = findMisspelled(keyword, knownKeywords);
  return suggestion === undefined ? undefined : `"${suggestion}"`;
}

const knownKeywords: readonly string[] = [
  ...['$id', '$schema', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment', '$defs'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'prefixItems', 'items'],
  ...['contains', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'type', 'const', 'enum', 'multipleOf', 'maximum'],
  ...['exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'maxItems'],
  ...['minItems', 'uniqueItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties', 'required'],
  ...['dependentRequired', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema', 'title'],
  ...['description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples', 'example', 'discriminator'],
  ...['xml', 'externalDocs', 'definitions', 'dependencies', '$recursiveRef', '$recursiveAnchor'],
];

export const keywordApplies: LintRule = {
  id: 'keyword-applies',
  severity: 'warning',
  invariant: 'every keyword of a schema applies to a type that the schema allows',
  title: 'A keyword does not apply to the type',
  why: 'A keyword of another type has no effect: {type: integer, maxLength: 3} accepts every integer. Use the keyword of the type (maximum instead of maxLength), or correct the type.',
  references: 'JSON Schema Core 2020-12, section 7.6.1: a keyword applies only to values of its own type',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const ineffective = [...schema.keywordLines.keys()].find((keyword) => hasNoEffect(schema, keyword));
      if (ineffective === undefined) continue;
      yield {
        subject,
        place: toKeywordPlace(schema, ineffective),
        expected: `a keyword for ${[...(schema.types ?? [])].join(' or ')} in ${name}`,
        received: `"${ineffective}", which is for ${typesByKeyword.get(ineffective)?.[0]}`,
      };
    }
  },
};

function hasNoEffect({ types }: Schema, keyword: string): boolean {
  const keywordTypes = typesByKeyword.get(keyword);
  return keywordTypes !== undefined && types !== undefined && keywordTypes.every((type) => !types.has(type));
}

const keywordsByTypes: readonly (readonly [types: readonly TypeName[], keywords: readonly string[]])[] = [
  [['string'], ['minLength', 'maxLength', 'pattern']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
  [['array'], ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  [
    ['object'],
    [
      ...['properties', 'required', 'patternProperties', 'additionalProperties', 'propertyNames'],
      ...['minProperties', 'maxProperties', 'dependentRequired'],
    ],
  ],
];

const typesByKeyword: ReadonlyMap<string, readonly TypeName[]> = new Map(
  keywordsByTypes.flatMap(([types, keywords]) => keywords.map((keyword) => [keyword, types] as const)),
);

export const formatKnown: LintRule = {
  id: 'format-known',
  severity: 'warning',
  invariant: 'every format is known, or is next to a pattern, enum or const',
  title: 'The format is unknown',
  why: 'An unregistered format is only a comment: every value is valid. Correct its name or remove it. To constrain a string, use a pattern.',
  references: 'OpenAPI, Data Types; JSON Schema Validation 2020-12, section 7 (format)',
  *problems(contract) {
    for (const { subject, name, schema } of collectSchemas(contract)) {
      const { format } = schema;
      if (format === undefined || isKnown(format) || isConstrainedOtherwise(schema)) continue;
      const suggestion = findMisspelled(format, [...checkedFormats, ...registeredFormats]);
      yield {
        subject,
        place: toKeywordPlace(schema, 'format'),
        expected:
          suggestion === undefined
            ? `a known format${mayBeString(schema) ? ' or a pattern' : ''} for ${name}`
            : `perhaps "${suggestion}" for ${name}`,
        received: `"${format}"`,
        cause: format,
      };
    }
  },
};

function isKnown(format: string): boolean {
  return findFormat(format) !== undefined || registeredFormats.includes(format);
}

/** A pattern has no effect on values of other types. */
function mayBeString({ types }: Schema): boolean {
  return types === undefined || types.has('string');
}

function isConstrainedOtherwise({ pattern, ...schema }: Schema): boolean {
  return pattern !== undefined || schema.enum !== undefined || schema.const !== undefined;
}

const checkedFormats = ['int32', 'int64', 'float', 'double', 'date', 'date-time', 'time', 'duration', 'email'];

/**
 * Formats of the OpenAPI format registry (spec.openapis.org/registry/format) and of JSON Schema that are only hints.
 */
const registeredFormats = [
  'base64url',
  'binary',
  'char',
  'commonmark',
  'decimal',
  'decimal128',
  'double-int',
  'html',
  'http-date',
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'media-range',
  'password',
  'regex',
  'sf-binary',
  'sf-boolean',
  'sf-decimal',
  'sf-integer',
  'sf-string',
  'sf-token',
  'date-time-local',
  'time-local',
  'unixtime',
];
