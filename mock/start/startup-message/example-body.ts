/** Example values for a first request: a body in its media type, and parameters in their styles. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Operation, type Parameter } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { serializeParameter } from '../../../spec/wire/parameter-styles.ts';
import { isForm, isXmlType } from '../../format/body-text.ts';
import { xmlText } from '../../format/xml.ts';
import { withReadableValues } from './readable-values.ts';

/** The media type that is easiest to read in a shell, or else the first one. */
export function bodyMedia({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.content ?? [];
  const preferred = content.find(({ range }) => isJsonType(range)) ?? content.find(({ range }) => isForm(range));
  return preferred ?? (requestBody?.required === true ? content[0] : undefined);
}

/**
 * The body of an example request and its type; undefined if the operation has no body, or if no valid value is found.
 */
export interface ExampleBody {
  readonly type: string;
  readonly text: string;
}

export function exampleBody(operation: Operation): ExampleBody | undefined {
  const media = bodyMedia(operation);
  const value = media && validExample(media);
  if (media === undefined || value === undefined) return undefined;
  const { range, parameters = '' } = media;
  if (isMultipart(range)) return multipart(value, media);
  const type = range.includes('*') ? 'text/plain' : `${range}${parameters}`;
  return { type, text: exampleBodyText(value, media) };
}

function exampleBodyText(value: Json, media: MediaType): string {
  const { range, schema } = media;
  if (isJsonType(range)) return stringifyJson(value);
  if (isForm(range)) return formText(value, media);
  return isXmlType(range) && typeof value !== 'string' ? xmlText(value, schema) : valueText(value);
}

function isMultipart(range: string): boolean {
  return /^multipart\/form-data\b/i.test(range);
}

function formText(value: Json, { schema, encoding, place }: MediaType): string {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const fields = members.flatMap(([name, one]) => {
    const style = encoding?.get(name);
    const property = schema === undefined ? undefined : declaredProperties(schema).get(name);
    if (style === undefined || style.types.length > 0 || (style.style === 'form' && style.explode))
      return toList(one).map((part) => new URLSearchParams([[name, valueText(part)]]).toString());
    const { style: styleName, explode } = style;
    const parameter = { name, in: 'query', required: true, content: [], examples: [] } as const;
    return serializeParameter({ ...parameter, place, style: styleName, explode, schema: property }, one);
  });
  return fields.filter((field) => field !== '').join('&');
}

function multipart(value: Json, { schema, encoding }: MediaType): ExampleBody {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const parts = members.flatMap(([name, one]) => {
    const property = schema === undefined ? undefined : declaredProperties(schema).get(name);
    const [type] = encoding?.get(name)?.types ?? [];
    const isFile = property?.format === 'binary' || (type !== undefined && !/^text\/|json/.test(type));
    return toList(one).map((part) => partText(name, part, { type, isFile }));
  });
  const boundary = unusedBoundary(parts.join('\r\n'));
  const text = [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  return { type: `multipart/form-data; boundary=${boundary}`, text };
}

/** A boundary that does not occur in any part. */
function unusedBoundary(text: string): string {
  let boundary = 'plant-store';
  while (text.includes(boundary)) boundary += '-x';
  return boundary;
}

interface PartOptions {
  readonly type: string | undefined;
  readonly isFile: boolean;
}

function partText(name: string, value: Json, { type, isFile }: PartOptions): string {
  const mediaType = type ?? (typeof value === 'object' ? 'application/json' : undefined);
  const disposition = `Content-Disposition: form-data; name="${fieldName(name)}"${isFile ? '; filename="file"' : ''}`;
  const head = mediaType === undefined ? disposition : `${disposition}\r\nContent-Type: ${plainType(mediaType)}`;
  return `${head}\r\n\r\n${valueText(value)}`;
}

/** As browsers encode it (HTML standard, multipart/form-data encoding algorithm). */
function fieldName(name: string): string {
  return name.replaceAll(/["\r\n]/g, encodeURIComponent);
}

function plainType(range: string): string {
  if (range === '*/*') return 'application/octet-stream';
  return range === 'image/*' ? 'image/png' : range.replace(/\*$/, 'plain');
}

function toList(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}

function validExample({ schema, examples }: MediaType): Json | undefined {
  if (schema === undefined) return examples[0]?.value ?? {};
  const example = examples.find(({ value }) => isValid(schema, value, 'request'));
  const value = example === undefined ? sampleValue(schema, 'request') : example.value;
  return value === undefined ? undefined : withReadableValues(value, schema);
}

/** The example of a parameter, or a sample, serialized in its style: in queries and cookies with the name. */
export function exampleParameterText(parameter: Parameter): string {
  return serializeParameter(parameter, exampleParameterValue(parameter));
}

function exampleParameterValue({ schema, content, examples }: Parameter): Json {
  const [media] = content;
  const described = schema ?? media?.schema;
  const sample = described === undefined ? undefined : sampleValue(described, 'request');
  const value = examples[0]?.value ?? media?.examples[0]?.value ?? sample ?? 'sample';
  return media === undefined ? value : stringifyJson(value);
}

function valueText(value: Json): string {
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
