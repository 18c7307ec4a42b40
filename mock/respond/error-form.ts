/** The media type and the body of errors as an operation declares them. */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import { findResponse, isJsonType, type MediaType, type Operation, type Response } from '../../spec/model/contract.ts';
import { declaredTypes } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { bodyText, isBinary, isXmlType } from '../format/body-text.ts';
import { declaredHeaders } from '../format/declared-headers.ts';
import { escapeMarkup } from '../format/xml.ts';
import { errorText } from './error-template.ts';
import { type ErrorFacts, fillError } from './fill-error.ts';
import { specimenFile } from './specimen-file.ts';

/** The declared error format of an operation for one status. */
interface ErrorForm {
  readonly media: MediaType | undefined;
  /** The required headers. */
  readonly headers: Readonly<Record<string, string>>;
}

export function errorForm(operation: Operation, status: number): ErrorForm {
  const cachedForms = cachedErrorForms(operation);
  const form = cachedForms.get(status) ?? createErrorForm(operation, status);
  cachedForms.set(status, form);
  return form;
}

const cachedErrorForms = memoize((_operation: Operation) => new Map<number, ErrorForm>());

function createErrorForm(operation: Operation, status: number): ErrorForm {
  const declared = findResponse(operation, status);
  return {
    media: errorMediaType(operation, status),
    headers: declared === undefined ? {} : declaredHeaders(declared),
  };
}

/** An undeclared status uses the format of the declared 400 or 422, so that clients need only one parser. */
function errorMediaType(operation: Operation, status: number): MediaType | undefined {
  const declared = findResponse(operation, status);
  const own = writableMediaType(declared) ?? declared?.content.find(isConcreteType);
  if (own !== undefined || status === 400) return own;
  const fallbacks = [findResponse(operation, 400), findResponse(operation, 422)];
  return fallbacks.map(writableMediaType).find((media) => media !== undefined);
}

/** A media type in which a message can be written: JSON if declared, or else text or XML, or else a record in JSON. */
function writableMediaType(declared: Response | undefined): MediaType | undefined {
  const content = declared?.content ?? [];
  const json = content.find(({ range }) => isJsonType(range) || range === '*/*' || range === 'application/*');
  if (json !== undefined) return isJsonType(json.range) ? json : { ...json, range: 'application/json' };
  const text = content.find(({ range }) => range.startsWith('text/') || isXmlType(range));
  if (text === undefined) return content.find(isRecordType);
  return text.range === 'text/*' ? { ...text, range: 'text/plain' } : text;
}

/** `application/vnd.example.error` with the schema of an object: nearly always JSON under a name of its own. */
function isRecordType(media: MediaType): boolean {
  const { range, schema } = media;
  return isConcreteType(media) && !isBinary(range) && schema !== undefined && declaredTypes(schema).has('object');
}

function isConcreteType({ range }: MediaType): boolean {
  return !range.includes('*') && !/^multipart\//i.test(range);
}

/** An image or another file is a small one of its kind: it cannot contain a message. `example` is the preferred one. */
export function errorContent(media: MediaType, facts: ErrorFacts, example?: string): string | Uint8Array {
  const { range, schema } = media;
  const file = isBinary(range) ? specimenFile(media, range) : undefined;
  if (file !== undefined) return file;
  const known =
    schema === undefined || example !== undefined || !isJsonType(range) ? undefined : errorText(schema, facts);
  if (known !== undefined) return known;
  const isHtml = range === 'text/html';
  const escapedFacts = isHtml ? { ...facts, message: escapeMarkup(facts.message) } : facts;
  return bodyText(errorBody(media, escapedFacts, example), range, schema);
}

function errorBody(media: MediaType, facts: ErrorFacts, example: string | undefined): Json {
  const { range, schema } = media;
  const usable = validExamples(media);
  const preferred = example === undefined ? undefined : usable.find(({ name }) => name === example);
  if (preferred !== undefined) return preferred.value;
  const declared = (schema === undefined ? undefined : fillError(schema, facts)) ?? usable[0]?.value;
  if (declared !== undefined) return declared;
  // Without an example, or where no value satisfies the schema.
  return range.startsWith('text/') && !isXmlType(range) ? facts.message : { code: facts.code, message: facts.message };
}

const validExamples = memoize(({ schema, examples }: MediaType) =>
  schema === undefined ? examples : examples.filter(({ value }) => isValid(schema, value, 'response')),
);
