/** Keys that OpenAPI does not allow in an object: they are ignored. */
import { isJsonArray, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { METHODS, type RepairedPart } from './document-shape.ts';
import type { RepairRule } from './repair-rule.ts';

const valueKeys = ['style', 'explode', 'allowReserved', 'schema', 'content', 'example', 'examples'];
const headerKeys = ['description', 'required', 'deprecated', 'allowEmptyValue', ...valueKeys];
const pathItemKeys = ['$ref', 'summary', 'description', 'servers', 'parameters', ...METHODS];

const operationKeys = [
  ...['tags', 'summary', 'description', 'externalDocs', 'operationId', 'parameters', 'requestBody', 'responses'],
  ...['callbacks', 'deprecated', 'security', 'servers'],
];

/** OpenAPI 3.0, Schema Object; in 3.1 all keys are allowed. */
const schemaKeys = [
  ...['title', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', 'required', 'enum', 'type'],
  ...['not', 'allOf', 'oneOf', 'anyOf', 'items', 'properties', 'additionalProperties', 'description', 'format'],
  ...['default', 'nullable', 'discriminator', 'readOnly', 'writeOnly', 'example', 'externalDocs', 'deprecated', 'xml'],
];

const componentSections = [
  ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'securitySchemes', 'links'],
  ...['callbacks', 'pathItems'],
];

const allowedKeys: Partial<Record<RepairedPart, ReadonlySet<string>>> = {
  document: new Set([
    ...['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'webhooks', 'components', 'security', 'tags'],
    'externalDocs',
  ]),
  info: new Set(['title', 'summary', 'description', 'termsOfService', 'contact', 'license', 'version']),
  contact: new Set(['name', 'url', 'email']),
  license: new Set(['name', 'url', 'identifier']),
  'external docs': new Set(['url', 'description']),
  tag: new Set(['name', 'description', 'externalDocs']),
  server: new Set(['url', 'description', 'variables']),
  components: new Set(componentSections),
  'path item': new Set(pathItemKeys),
  operation: new Set(operationKeys),
  parameter: new Set(['name', 'in', ...headerKeys]),
  header: new Set(headerKeys),
  body: new Set(['description', 'content', 'required']),
  response: new Set(['description', 'headers', 'content', 'links']),
  'media type': new Set(['schema', 'example', 'examples', 'encoding']),
};

export function dropUnknownKeys(kind: RepairedPart): RepairRule {
  return (part, pointer, { openapi, report }) => {
    const allowed = kind === 'schema' && openapi === '3.0' ? schemas30 : allowedKeys[kind];
    const unknown = Object.keys(part).filter((key) => allowed?.has(key) === false && !key.startsWith('x-'));
    const example = kind === 'schema' ? firstExample(part) : undefined;
    for (const key of unknown)
      report(
        joinPointer(pointer, key),
        `"${key}" in ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`,
        key === 'examples' && example !== undefined
          ? 'the first one is used; write it as "example"'
          : `it is ignored; remove it, or name it x-${key}`,
      );
    if (unknown.length === 0) return part;
    const known = Object.fromEntries(Object.entries(part).filter(([key]) => !unknown.includes(key)));
    return example === undefined || !unknown.includes('examples') ? known : { ...known, example };
  };
}

const schemas30 = new Set(schemaKeys);

/** Of the list that a schema of OpenAPI 3.1 has, where it has no `example`. */
function firstExample({ example, examples }: JsonObject): Json | undefined {
  return example === undefined && examples !== undefined && isJsonArray(examples) ? examples[0] : undefined;
}
