import { keywordPlace } from '../../../spec/model/schema.ts';
import { misspelt } from '../../../spec/options/closest.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

/** OpenAPI 3.0 documents with such keywords are refused when they are read; 3.1 allows any. */
export const keywordKnown: LintRule = {
  id: 'keyword-known',
  severity: 'advice',
  holds: 'no keyword of a schema is a slip of another or one that OpenAPI 3.1 has given up',
  title: 'A keyword demands nothing',
  why: 'OpenAPI 3.1 passes over keywords that it does not know, so what was meant is not demanded of anybody. Write it as the contract says here.',
  restsOn: 'JSON Schema Core 2020-12, section 6.5: keywords that nobody knows demand nothing',
  *problems(contract) {
    if (contract.openapi === '3.0') return;
    for (const { subject, name, schema } of partsOf(contract)) {
      for (const keyword of schema.keywordLines.keys()) {
        const meant = givenUp.get(keyword) ?? slipOf(keyword);
        if (meant === undefined) continue;
        const received = `"${keyword}" in ${name}`;
        yield { subject, place: keywordPlace(schema, keyword), expected: meant, received, cause: keyword };
      }
    }
  },
};

const givenUp: ReadonlyMap<string, string> = new Map([
  ['nullable', '"null" among the types: type: [string, "null"]'],
  ['additionalItems', '"items" after "prefixItems"'],
]);

function slipOf(keyword: string): string | undefined {
  if (keywords.includes(keyword) || keyword.startsWith('x-')) return undefined;
  const meant = misspelt(keyword, keywords);
  return meant === undefined ? undefined : `"${meant}"`;
}

const keywords: readonly string[] = [
  ...[
    '$id',
    '$schema',
    '$ref',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$vocabulary',
    '$comment',
    '$defs',
  ],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'prefixItems', 'items'],
  ...['contains', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'type', 'const', 'enum', 'multipleOf', 'maximum'],
  ...['exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'maxItems'],
  ...['minItems', 'uniqueItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties', 'required'],
  ...['dependentRequired', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema', 'title'],
  ...[
    'description',
    'default',
    'deprecated',
    'readOnly',
    'writeOnly',
    'examples',
    'example',
    'discriminator',
  ],
  ...['xml', 'externalDocs', 'definitions', 'dependencies', '$recursiveRef', '$recursiveAnchor'],
];
