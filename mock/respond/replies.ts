/** What goes back to the client, as data; and refusals in the shape that the operation declares for them. */
import type { Readable } from 'node:stream';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import {
  isJsonType,
  type MediaType,
  type Operation,
  type Response,
  responseFor,
} from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { challengeFor } from '../authenticate/authenticate.ts';
import { bodyText, contentType, isXmlType } from '../format/body-text.ts';
import { declaredHeaders } from '../format/declared-headers.ts';
import { escapeMarkup } from '../format/xml.ts';
import { STATUS_CODES } from '../http/message.ts';
import { breaksContract, type Refusal } from '../http/refusals.ts';
import { type ErrorFacts, fillError } from './error-shape.ts';
import { violationsHeader } from './violations-header.ts';

/** The store's own, or one of an upstream that is passed on. */
export type Reply = StoreReply | ForeignReply;

interface ReplyHead {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  /** For log and journal: why this is not the plain success. */
  readonly why?: string;
}

export interface StoreReply extends ReplyHead {
  /** Empty for none; bytes where it is no text, such as a picture. */
  readonly body: string | Buffer;
  readonly foreign?: never;
}

/** Nothing is added to its headers; `headers` are those of `foreign` by name. */
interface ForeignReply extends ReplyHead {
  readonly foreign: ForeignAnswer;
}

/** An answer as it came from elsewhere, to be passed on as it is. */
export interface ForeignAnswer {
  readonly statusText: string;
  /** Name and value in turn, as they came; in place of `headers`. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  /** Decoded, for the journal; undefined where it was not looked at. */
  readonly content: Buffer | undefined;
  /** What comes after `bytes`. */
  readonly rest?: Readable;
}

/** `operation` is undefined where none was found: then the answer is a problem document (RFC 9457). */
export function refusalReply(refusal: Refusal, operation: Operation | undefined): StoreReply {
  const status = operation === undefined ? refusal.status : statusFor(refusal, operation);
  const facts = { ...refusal, status };
  const reply =
    (operation === undefined ? undefined : declaredReply(operation, facts)) ?? problemReply(facts);
  const violations = breaksContract(refusal) ? violationsHeader(refusal.faults) : {};
  const required = operation === undefined ? {} : formOf(operation, status).headers;
  const headers = { ...required, ...reply.headers, ...refusal.headers, ...violations };
  return { ...reply, headers, why: refusal.message };
}

/** A status that the contract does not declare, asked for by the client. */
export function undeclaredReply(status: number, operation: Operation | undefined): StoreReply {
  const challenge = status === 401 && operation !== undefined ? challengeFor(operation) : {};
  const headers = { ...challenge, ...retryAfter(status) };
  const why = 'asked for; not declared';
  if (status < 400) return { status, headers, body: '', why };
  const reply = ownReply(status, operation) ?? problemReply(askedFor(status));
  return { ...reply, headers: { ...reply.headers, ...headers }, why };
}

/** What the store answers by itself too, it answers in the same shape when asked for. */
const ownStatuses = new Set([401, 406, 413, 415]);

function ownReply(status: number, operation: Operation | undefined): StoreReply | undefined {
  if (operation === undefined || !ownStatuses.has(status)) return undefined;
  return declaredReply(operation, askedFor(status));
}

/** There is no fault to tell of: the client, or a rule of the scenario, wanted this status. */
export function askedFor(status: number): ErrorFacts {
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
function problemReply({ status, code, title, message }: ErrorFacts): StoreReply {
  return jsonReply(status, 'application/problem+json', {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
  });
}

function jsonReply(status: number, type: string, body: Json): StoreReply {
  return { status, headers: { 'Content-Type': type }, body: stringifyJson(body) };
}

/** Clients that retry want to be told when. */
export function retryAfter(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
}

/**
 * An invalid request takes the status that the operation has for it; others keep their own. What can be read but breaks
 * a schema is rather a 422, what cannot be read a 400; media type and content coding are a 415 (RFC 9110, 15.5).
 */
function statusFor({ status, kind }: Refusal, operation: Operation): number {
  if (status !== 400) return status;
  const preferred = kind === 'invalid' ? [422, 400] : [400, 422];
  const isAboutType = kind === 'media-type' || kind === 'content-coding';
  const wanted = isAboutType ? [415, ...preferred] : preferred;
  const declared = wanted.find((one) => isDeclared(operation, String(one)));
  if (declared !== undefined) return declared;
  return isAboutType && responseFor(operation, 400) === undefined ? 415 : 400;
}

function isDeclared(operation: Operation, status: string): boolean {
  return operation.responses.some((response) => response.status === status);
}

/** In the shape that the operation has for errors of this status; undefined where it has none. */
function declaredReply(operation: Operation, facts: ErrorFacts): StoreReply | undefined {
  const { status } = facts;
  const { media } = formOf(operation, status);
  if (media === undefined) return undefined;
  const isHtml = media.range === 'text/html';
  const told = isHtml ? { ...facts, message: escapeMarkup(facts.message) } : facts;
  const value = errorBody(media, told);
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

function formOf(operation: Operation, status: number): ErrorForm {
  const known = formsOf(operation);
  const form = known.get(status) ?? makeForm(operation, status);
  known.set(status, form);
  return form;
}

const formsOf = remembered((_operation: Operation) => new Map<number, ErrorForm>());

function makeForm(operation: Operation, status: number): ErrorForm {
  const declared = responseFor(operation, status);
  return {
    media: errorMedia(operation, status),
    headers: declared === undefined ? {} : declaredHeaders(declared),
  };
}

/** A 401 that is not declared borrows the shape of the declared error: one parser is enough for the client. */
function errorMedia(operation: Operation, status: number): MediaType | undefined {
  const borrowed = status === 400 ? [] : [responseFor(operation, 400), responseFor(operation, 422)];
  return [responseFor(operation, status), ...borrowed]
    .map(writableMedia)
    .find((media) => media !== undefined);
}

/** JSON where it is declared, else text or XML: what a message can be written in. */
function writableMedia(response: Response | undefined): MediaType | undefined {
  const content = response?.content ?? [];
  const json = content.find(({ range }) => isJsonType(range) || range === '*/*' || range === 'application/*');
  if (json !== undefined) return isJsonType(json.range) ? json : { ...json, range: 'application/json' };
  const text = content.find(({ range }) => range.startsWith('text/') || isXmlType(range));
  return text?.range === 'text/*' ? { ...text, range: 'text/plain' } : text;
}

function errorBody({ range, schema, examples }: MediaType, facts: ErrorFacts): Json | undefined {
  if (schema !== undefined)
    return (
      fillError(schema, facts) ?? examples.find(({ value }) => isValid(schema, value, 'response'))?.value
    );
  return range.startsWith('text/') && !isXmlType(range)
    ? facts.message
    : { code: facts.code, message: facts.message };
}
