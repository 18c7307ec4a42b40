/** A body for a command line: what curl is to send, by the media type. */
import { isJsonType, type MediaType, type Operation } from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { sampleOf } from '../../../spec/sample.ts';
import { propertiesOf } from '../../../spec/schema-view.ts';
import { isValid } from '../../../spec/validate.ts';
import { isXmlType } from '../../answer/body-text.ts';
import { xmlText } from '../../answer/xml.ts';
import { inQuery, textOf } from './written.ts';

/** The media type that is the easiest to read in a shell; of others the first. */
export function bodyMedia({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.content ?? [];
  const usual = content.find(({ range }) => isJsonType(range)) ?? content.find(({ range }) => isForm(range));
  return usual ?? (requestBody?.required === true ? content[0] : undefined);
}

/** Undefined where curl says it itself, with the boundary of the parts. */
export function contentTypeOf({ range, parameters = '' }: MediaType): string | undefined {
  if (isMultipart(range)) return undefined;
  return range.includes('*') ? 'text/plain' : `${range}${parameters}`;
}

export function bodyArguments(media: MediaType): readonly string[] {
  const value = validExample(media);
  if (value === undefined) return [];
  const { range, schema } = media;
  if (isJsonType(range)) return ['-d', stringifyJson(value)];
  if (isForm(range)) return ['-d', formText(value, media)];
  if (isMultipart(range)) return partsOf(value, media);
  const text = isXmlType(range) && typeof value !== 'string' ? xmlText(value, schema) : textOf(value);
  // All has to stand on one line.
  return ['--data-raw', text.replace(/^(<\?xml[^>]*>)\n/, '$1')];
}

export function isForm(range: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(range);
}

function isMultipart(range: string): boolean {
  return /^multipart\/form-data\b/i.test(range);
}

function formText(value: Json, { schema, encoding, place }: MediaType): string {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const fields = members.flatMap(([name, one]) => {
    const style = encoding?.get(name);
    const property = schema === undefined ? undefined : propertiesOf(schema).get(name);
    if (style === undefined || style.types.length > 0 || (style.style === 'form' && style.explode))
      return listOf(one).map((part) => new URLSearchParams([[name, textOf(part)]]).toString());
    const example = { name, value: one, place };
    const written = { name, in: 'query', required: true, content: [], examples: [example] } as const;
    const { style: kind, explode } = style;
    return inQuery({ ...written, place, style: kind, explode, schema: property }).map((pair) =>
      pair.join('='),
    );
  });
  return fields.filter((field) => field !== '').join('&');
}

function partsOf(value: Json, { schema, encoding }: MediaType): readonly string[] {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return members.flatMap(([name, one]) => {
    const property = schema === undefined ? undefined : propertiesOf(schema).get(name);
    const [type] = encoding?.get(name)?.types ?? [];
    const isFile = property?.format === 'binary' || (type !== undefined && !/^text\/|json/.test(type));
    return listOf(one).flatMap((part) => ['-F', partText(name, part, { type, isFile })]);
  });
}

interface PartFacts {
  readonly type: string | undefined;
  readonly isFile: boolean;
}

function partText(name: string, value: Json, { type, isFile }: PartFacts): string {
  const kind = type ?? (typeof value === 'object' ? 'application/json' : undefined);
  // In quotes a semicolon ends nothing, and a leading @ or < names no file.
  const text = `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`;
  const marks = [isFile ? ';filename=file' : '', kind === undefined ? '' : `;type=${plainType(kind)}`];
  return `${name}=${text}${marks.join('')}`;
}

function plainType(range: string): string {
  if (range === '*/*') return 'application/octet-stream';
  return range === 'image/*' ? 'image/png' : range.replace(/\*$/, 'plain');
}

function listOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}

function validExample({ schema, examples }: MediaType): Json | undefined {
  if (schema === undefined) return examples[0]?.value ?? {};
  return (
    examples.find(({ value }) => isValid(schema, value, 'request'))?.value ?? sampleOf(schema, 'request')
  );
}
