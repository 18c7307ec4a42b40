/** The headers that a response declares, each with a value that is valid against its schema. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { type Header, isJsonType, type Response } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas } from '../../spec/model/schema-view.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** As text, by name; `generated` are Prism's values by lower-case name. A required header without one gets a sample. */
export function declaredHeaders(
  response: Response,
  generated: ReadonlyMap<string, Json> = new Map(),
): Readonly<Record<string, string>> {
  const values = response.headers
    .filter(({ name }) => !serverHeaders.has(name.toLowerCase()) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .flatMap((header) => {
      const text = headerText(header, generated.get(header.name.toLowerCase()));
      return text === undefined ? [] : [[header.name, text] as const];
    });
  return Object.fromEntries(values);
}

/** They describe the message, and the server sets those that are true; a contract that declares them describes others. */
const serverHeaders = new Set([
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'date',
  'trailer',
]);

/** Undefined if no value is known, or if a header cannot carry it. */
export function headerText(header: Header, generated: Json | undefined): string | undefined {
  if (header.content !== undefined && header.content.length > 0) return documentText(header);
  if (!header.required && generated === undefined) return undefined;
  const conventional = isPlaceholder(header, generated) ? conventionalValue(header) : undefined;
  const texts = candidateValues(header, generated).flatMap((value) => serializeHeaderValue(header, value) ?? []);
  return [...(conventional === undefined ? [] : [conventional]), ...texts].find(isHeaderText);
}

/** Best first; the values of an enumeration come last, as fallbacks that a header can carry. */
function candidateValues({ schema }: Header, generated: Json | undefined): readonly Json[] {
  if (schema === undefined) return generated === undefined ? [] : [generated];
  const sample = sampleValue(schema, 'response');
  const others = composedSchemas(schema).flatMap((part) => part.enum ?? []);
  const known = [generated, sample, ...others].filter((value) => value !== undefined);
  return known.filter((value) => isValid(schema, value, 'response'));
}

/** Null cannot be serialized. */
function serializeHeaderValue({ explode = false }: Header, value: Json): string | undefined {
  if (value === null) return undefined;
  if (isJsonArray(value)) return value.map(plainText).join(',');
  if (!isJsonObject(value)) return plainText(value);
  const members = Object.entries(value).map(([name, part]) => [name, plainText(part)]);
  return members.map((pair) => pair.join(explode ? '=' : ',')).join(',');
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** A header described by `content` contains a document of that media type. */
function documentText({ content = [], required }: Header): string | undefined {
  const [media] = content;
  const example = media?.examples[0]?.value;
  if (media === undefined || (!required && example === undefined)) return undefined;
  const value = example ?? (media.schema === undefined ? undefined : sampleValue(media.schema, 'response'));
  if (value === undefined) return undefined;
  const text = isJsonType(media.range) ? escapeNonAscii(stringifyJson(value)) : plainText(value);
  return isHeaderText(text) ? text : undefined;
}

/** JSON can escape every character this way. */
function escapeNonAscii(json: string): string {
  const code = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(/[\u0080-\uffff]/g, code);
}

function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** HTTP defines a syntax for these, which their schemas seldom describe. */
const conventionalValues: ReadonlyMap<string, string> = new Map([
  ['etag', '"1"'],
  ['last-modified', 'Sat, 31 Jan 2026 12:30:00 GMT'],
  ['expires', 'Sat, 31 Jan 2026 12:30:00 GMT'],
  ['set-cookie', 'session=1'],
  ['link', '</>; rel="self"'],
  ['location', '/'],
  ['cache-control', 'no-store'],
  ['content-disposition', 'inline'],
  ['content-language', 'en'],
]);

function conventionalValue({ name, schema }: Header): string | undefined {
  const text = conventionalValues.get(name.toLowerCase());
  const isAllowed = text !== undefined && (schema === undefined || isValid(schema, text, 'response'));
  return isAllowed ? text : undefined;
}

/** A placeholder text: nothing in the document describes the value. */
function isPlaceholder({ schema }: Header, generated: Json | undefined): boolean {
  const texts: readonly (Json | undefined)[] = [undefined, 'string', 'sample'];
  return texts.includes(generated) && (schema === undefined || !composedSchemas(schema).some(isDescribed));
}

function isDescribed(schema: Schema): boolean {
  const { examples, enum: values, const: constValue, default: defaultValue, pattern, format } = schema;
  return examples.length > 0 || [values, constValue, defaultValue, pattern, format].some((one) => one !== undefined);
}
