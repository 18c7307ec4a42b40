/** The headers that a response declares, each with a value that is valid by its schema. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { type Header, isJsonType, type Response } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { partsOf } from '../../spec/model/schema-view.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** As text, by name; `taken` are Prism's values by lower-case name. What is not among them is given where it is required. */
export function declaredHeaders(
  response: Response,
  taken: ReadonlyMap<string, Json> = new Map(),
): Readonly<Record<string, string>> {
  const values = response.headers
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()) && /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .flatMap((header) => {
      const text = headerText(header, taken.get(header.name.toLowerCase()));
      return text === undefined ? [] : [[header.name, text] as const];
    });
  return Object.fromEntries(values);
}

/** Set by the server for each message; a contract that declares them describes them only. */
const ownHeaders = new Set([
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'date',
  'trailer',
]);

/** `taken` is the generated value. Undefined where nothing is known, and where no header can hold it. */
export function headerText(header: Header, taken: Json | undefined): string | undefined {
  if (header.content !== undefined && header.content.length > 0) return documentText(header);
  if (!header.required && taken === undefined) return undefined;
  const custom = isMadeUp(header, taken) ? customaryText(header) : undefined;
  const texts = valuesFor(header, taken).flatMap((value) => writtenAs(header, value) ?? []);
  return [...(custom === undefined ? [] : [custom]), ...texts].find(isWritable);
}

/** Best first; the values of an enumeration that a header can hold come last. */
function valuesFor({ schema }: Header, taken: Json | undefined): readonly Json[] {
  if (schema === undefined) return taken === undefined ? [] : [taken];
  const sample = sampleOf(schema, 'response');
  const others = partsOf(schema).flatMap((part) => part.enum ?? []);
  const known = [taken, sample, ...others].filter((value) => value !== undefined);
  return known.filter((value) => isValid(schema, value, 'response'));
}

/** Null has no form. */
function writtenAs({ explode = false }: Header, value: Json): string | undefined {
  if (value === null) return undefined;
  if (isJsonArray(value)) return value.map(plainText).join(',');
  if (!isJsonObject(value)) return plainText(value);
  const members = Object.entries(value).map(([name, part]) => [name, plainText(part)]);
  return members.map((pair) => pair.join(explode ? '=' : ',')).join(',');
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** A header described by `content` holds a document of that media type. */
function documentText({ content = [], required }: Header): string | undefined {
  const [media] = content;
  const example = media?.examples[0]?.value;
  if (media === undefined || (!required && example === undefined)) return undefined;
  const value = example ?? (media.schema === undefined ? undefined : sampleOf(media.schema, 'response'));
  if (value === undefined) return undefined;
  const text = isJsonType(media.range) ? inAscii(stringifyJson(value)) : plainText(value);
  return isWritable(text) ? text : undefined;
}

/** JSON can say every character so. */
function inAscii(json: string): string {
  const code = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(/[\u0080-\uffff]/g, code);
}

function isWritable(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** HTTP has a form for these, which their schemas seldom tell. */
const customary: ReadonlyMap<string, string> = new Map([
  ['etag', '"sample"'],
  ['last-modified', 'Sat, 31 Jan 2026 12:30:00 GMT'],
  ['expires', 'Sat, 31 Jan 2026 12:30:00 GMT'],
  ['set-cookie', 'sample=sample'],
  ['link', '</sample>; rel="self"'],
  ['location', '/sample'],
  ['cache-control', 'no-store'],
  ['content-disposition', 'inline'],
  ['content-language', 'en'],
]);

function customaryText({ name, schema }: Header): string | undefined {
  const text = customary.get(name.toLowerCase());
  const isAllowed = text !== undefined && (schema === undefined || isValid(schema, text, 'response'));
  return isAllowed ? text : undefined;
}

/** A text that nothing in the document says anything about. */
function isMadeUp({ schema }: Header, taken: Json | undefined): boolean {
  const texts: readonly (Json | undefined)[] = [undefined, 'string', 'sample'];
  return texts.includes(taken) && (schema === undefined || !partsOf(schema).some(saysSomething));
}

function saysSomething(schema: Schema): boolean {
  const { examples, enum: values, const: only, default: usual, pattern, format } = schema;
  return examples.length > 0 || [values, only, usual, pattern, format].some((one) => one !== undefined);
}
