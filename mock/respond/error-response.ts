/** What goes back to the client, as data; and refusals in the shape that the operation declares for them. */
import type { Readable } from 'node:stream';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import { findResponse, isJsonType, type MediaType, type Operation, type Response } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { challengeFor } from '../authentication/authenticate.ts';
import { bodyText, contentType, isXmlType } from '../format/body-text.ts';
import { declaredHeaders } from '../format/declared-headers.ts';
import { escapeMarkup } from '../format/xml.ts';
import { type HttpError, isContractViolation } from '../http/http-error.ts';
import { STATUS_CODES } from '../http/http-message.ts';
import { type ErrorFacts, fillError } from './fill-error.ts';
import { violationsHeader } from './violations-header.ts';

/** The store's own, or one of an upstream that is passed on. */
export type MockResponse = GeneratedResponse | ForwardedResponse;

interface ResponseHead {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  /** For log and journal: why this is not the plain success. */
  readonly reason?: string;
}

export interface GeneratedResponse extends ResponseHead {
  /** Empty for none; bytes where it is no text, such as a picture. */
  readonly body: string | Buffer;
  readonly upstream?: never;
}

/** Nothing is added to its headers; `headers` are those of `foreign` by name. */
interface ForwardedResponse extends ResponseHead {
  readonly upstream: RawUpstreamResponse;
}

/** An answer as it came from elsewhere, to be passed on as it is. */
export interface RawUpstreamResponse {
  readonly statusText: string;
  /** Name and value in turn, as they came; in place of `headers`. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  /** Decoded, for the journal; undefined where it was not looked at. */
  readonly content: Buffer | undefined;
  /** What comes after `bytes`. */
  readonly remainder?: Readable;
}

/** `operation` is undefined where none was found: then the answer is a problem document (RFC 9457). */
export function errorResponse(httpError: HttpError, operation: Operation | undefined): GeneratedResponse {
  const status = operation === undefined ? httpError.status : errorStatus(httpError, operation);
  const facts = { ...httpError, status };
  const response =
    (operation === undefined ? undefined : declaredErrorResponse(operation, facts)) ?? problemResponse(facts);
  const violations = isContractViolation(httpError) ? violationsHeader(httpError.violations) : {};
  const required = operation === undefined ? {} : errorForm(operation, status).headers;
  const headers = { ...required, ...response.headers, ...httpError.headers, ...violations };
  return { ...response, headers, reason: httpError.message };
}

/** A status that the contract does not declare, asked for by the client. */
export function undeclaredStatusResponse(status: number, operation: Operation | undefined): GeneratedResponse {
  const challenge = status === 401 && operation !== undefined ? challengeFor(operation) : {};
  const headers = { ...challenge, ...retryAfterHeader(status) };
  const reason = 'asked for; not declared';
  if (status < 400) return { status, headers, body: '', reason };
  const response = mockStatusResponse(status, operation) ?? problemResponse(requestedStatus(status));
  return { ...response, headers: { ...response.headers, ...headers }, reason };
}

/** What the store answers by itself too, it answers in the same shape when asked for. */
const mockStatuses = new Set([401, 406, 413, 415]);

function mockStatusResponse(status: number, operation: Operation | undefined): GeneratedResponse | undefined {
  if (operation === undefined || !mockStatuses.has(status)) return undefined;
  return declaredErrorResponse(operation, requestedStatus(status));
}

/** There is no fault to tell of: the client, or a rule of the scenario, wanted this status. */
export function requestedStatus(status: number): ErrorFacts {
  const message = `The status ${status} was asked for.`;
  return {
    status,
    code: status,
    rule: 'asked-for',
    title: STATUS_CODES[status] ?? `Status ${status}`,
    message,
  };
}

/** application/problem+json */
function problemResponse({ status, code, title, message }: ErrorFacts): GeneratedResponse {
  return jsonResponse(status, 'application/problem+json', {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
  });
}

function jsonResponse(status: number, type: string, body: Json): GeneratedResponse {
  return { status, headers: { 'Content-Type': type }, body: stringifyJson(body) };
}

/** Clients that retry want to be told when. */
export function retryAfterHeader(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
}

/**
 * An invalid request takes the status that the operation has for it; others keep their own. What can be read but breaks
 * a schema is rather a 422, what cannot be read a 400; media type and content coding are a 415 (RFC 9110, 15.5).
 */
function errorStatus({ status, kind }: HttpError, operation: Operation): number {
  if (status !== 400) return status;
  const preferred = kind === 'invalid' ? [422, 400] : [400, 422];
  const isAboutType = kind === 'media-type' || kind === 'content-coding';
  const candidates = isAboutType ? [415, ...preferred] : preferred;
  const declared = candidates.find((one) => isDeclared(operation, String(one)));
  if (declared !== undefined) return declared;
  return isAboutType && findResponse(operation, 400) === undefined ? 415 : 400;
}

function isDeclared(operation: Operation, status: string): boolean {
  return operation.responses.some((declared) => declared.status === status);
}

/** In the shape that the operation has for errors of this status; undefined where it has none. */
function declaredErrorResponse(operation: Operation, facts: ErrorFacts): GeneratedResponse | undefined {
  const { status } = facts;
  const { media } = errorForm(operation, status);
  if (media === undefined) return undefined;
  const isHtml = media.range === 'text/html';
  const escapedFacts = isHtml ? { ...facts, message: escapeMarkup(facts.message) } : facts;
  const value = errorBody(media, escapedFacts);
  if (value === undefined) return undefined;
  const body = bodyText(value, media.range, media.schema);
  return { status, headers: { 'Content-Type': contentType(media.range) }, body };
}

/** What an operation has for the errors of one status. */
interface ErrorForm {
  readonly media: MediaType | undefined;
  /** Those that it requires. */
  readonly headers: Readonly<Record<string, string>>;
}

function errorForm(operation: Operation, status: number): ErrorForm {
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

/** A 401 that is not declared borrows the shape of the declared error: one parser is enough for the client. */
function errorMediaType(operation: Operation, status: number): MediaType | undefined {
  const fallbacks = status === 400 ? [] : [findResponse(operation, 400), findResponse(operation, 422)];
  return [findResponse(operation, status), ...fallbacks].map(writableMediaType).find((media) => media !== undefined);
}

/** JSON where it is declared, else text or XML: what a message can be written in. */
function writableMediaType(declared: Response | undefined): MediaType | undefined {
  const content = declared?.content ?? [];
  const json = content.find(({ range }) => isJsonType(range) || range === '*/*' || range === 'application/*');
  if (json !== undefined) return isJsonType(json.range) ? json : { ...json, range: 'application/json' };
  const text = content.find(({ range }) => range.startsWith('text/') || isXmlType(range));
  return text?.range === 'text/*' ? { ...text, range: 'text/plain' } : text;
}

function errorBody({ range, schema, examples }: MediaType, facts: ErrorFacts): Json | undefined {
  if (schema !== undefined)
    return fillError(schema, facts) ?? examples.find(({ value }) => isValid(schema, value, 'response'))?.value;
  return range.startsWith('text/') && !isXmlType(range) ? facts.message : { code: facts.code, message: facts.message };
}
