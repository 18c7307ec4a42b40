/** Multipart forms (RFC 7578). */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { UploadedFile } from '../../../../spec/resources/uploaded-files.ts';
import { sampleFileBytes, sampleFileName } from '../../../../spec/sampling/sample-files.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import type { ParameterValue } from '../parameters/serialize-parameters.ts';
import { concreteType, type FilesByField, type FormField } from './payload.ts';

/** The boundary between parts; no generated content contains it. */
export const BOUNDARY = 'boundary-of-the-parts';

export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

/** The parts of a field: a list has one for each item. */
export function createParts(
  { parameter, value }: ParameterValue,
  field: FormField | undefined,
  files?: FilesByField,
): readonly FormPart[] {
  const { name, content } = parameter;
  const types = field?.types ?? [];
  if (content.length > 0) return [{ name, type: 'application/json', content: stringifyJson(value) }];
  const items = isJsonArray(value) ? value : [value];
  if (field?.isFile !== true) return items.map((item) => textPart(name, item, types));
  const file = files?.get(name) ?? sampleFile(fileType(field));
  return items.map(() => ({ name, type: file.type, fileName: file.name, content: file.content }));
}

export function sampleFile(type: string): Omit<UploadedFile, 'field'> {
  return { name: sampleFileName(type), type, content: sampleFileBytes(type) };
}

/** The parts that are files, with their name. */
export function filesIn(parts: readonly FormPart[]): readonly UploadedFile[] {
  return parts.flatMap(({ name: field, fileName: name, type, content }) =>
    name === undefined || type === undefined ? [] : [{ field, name, type, content: Buffer.from(content) }],
  );
}

/** The media type of an uploaded field. */
export function fileType({ schema, types: [first] }: FormField): string {
  const range = first ?? schema.contentMediaType ?? schema.items?.contentMediaType;
  return range === undefined ? 'application/octet-stream' : concreteType({ range, schema: undefined });
}

/** Text parts have no Content-Type unless the document declares one, as in browsers. */
function textPart(name: string, item: Json, [first]: readonly string[]): FormPart {
  if (isJsonObject(item)) return { name, type: 'application/json', content: stringifyJson(item) };
  const type = first === undefined ? {} : { type: concreteType({ range: first, schema: undefined }) };
  return { name, ...type, content: plainText(item) };
}

/** The format of the multipart message; by default as in RFC 2046. */
export interface MultipartFormat {
  /** The boundary in the body; the Content-Type always names BOUNDARY. */
  readonly boundary?: string;
  readonly lineEnd?: string;
  readonly preamble?: string;
  readonly epilogue?: string;
  readonly isUnclosed?: boolean;
  readonly areNamesUnquoted?: boolean;
  readonly areHeadersLowerCase?: boolean;
}

export function multipartBody(parts: readonly FormPart[], format: MultipartFormat = {}): Uint8Array {
  const { boundary = BOUNDARY, lineEnd = '\r\n', preamble = '', epilogue = '', isUnclosed = false } = format;
  const written = parts.flatMap((part) => [
    `--${boundary}${lineEnd}${partHeader(part, format)}${lineEnd}${lineEnd}`,
    part.content,
    lineEnd,
  ]);
  const end = isUnclosed ? '' : `--${boundary}--${lineEnd}${epilogue}`;
  return Buffer.concat([preamble, ...written, end].map((piece) => Buffer.from(piece)));
}

/** Names as browsers serialize them: quotes and line breaks are percent-encoded (WHATWG, "multipart/form-data"). */
function partHeader(
  { name, fileName, type }: FormPart,
  { lineEnd = '\r\n', areNamesUnquoted = false, areHeadersLowerCase = false }: MultipartFormat,
): string {
  const quoted = (text: string) => (areNamesUnquoted ? text : `"${text.replaceAll(/["\r\n]/g, encodeURIComponent)}"`);
  const file = fileName === undefined ? '' : `; filename=${quoted(fileName)}`;
  const header = (headerName: string) => (areHeadersLowerCase ? headerName.toLowerCase() : headerName);
  const typed = type === undefined ? '' : `${lineEnd}${header('Content-Type')}: ${type}`;
  const named = name === '' ? '' : `; name=${quoted(name)}`;
  return `${header('Content-Disposition')}: form-data${named}${file}${typed}`;
}
