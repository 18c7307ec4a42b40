/** What goes back to the client, as data; and refusals in the shape that the operation declares for them. */
import { STATUS_CODES } from 'node:http';
import {
  isJsonType,
  type MediaType,
  type Operation,
  type Response,
  responseFor,
} from '../../spec/contract.ts';
import { type Json, stringifyJson } from '../../spec/exact-json.ts';
import { isValid } from '../../spec/validate.ts';
import type { Refusal } from '../refusals.ts';
import { challengeFor } from '../request/auth.ts';
import { type ErrorFacts, fillError } from './error-shape.ts';

export interface Reply {
  readonly status: number;
  /** Without Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
  /** For log and journal: why this is not the plain success. */
  readonly why?: string;
  /** Where the request was refused. */
  readonly refusal?: Refusal;
}

/** `operation` is undefined where none was found: then the answer is a problem document (RFC 9457). */
export function refusalReply(refusal: Refusal, operation: Operation | undefined): Reply {
  const status = operation === undefined ? refusal.status : statusFor(refusal, operation);
  const facts = { ...refusal, status };
  const declared = operation === undefined ? undefined : errorMedia(operation, status);
  const body = declared === undefined ? undefined : errorBody(declared, facts);
  const reply =
    declared === undefined || body === undefined
      ? problemReply(facts)
      : jsonReply(status, declared.range, body);
  return { ...reply, headers: { ...reply.headers, ...refusal.headers }, why: refusal.message, refusal };
}

/** A status that the contract does not declare, asked for by the client. */
export function undeclaredReply(status: number, operation: Operation | undefined): Reply {
  const challenge = status === 401 && operation !== undefined ? challengeFor(operation) : {};
  const headers = { ...challenge, ...retryAfter(status) };
  const why = 'asked for; not declared';
  if (status < 400) return { status, headers, body: '', why };
  const reply = ownReply(status, operation) ?? problemReply(askedFor(status));
  return { ...reply, headers: { ...reply.headers, ...headers }, why };
}

/** What the store answers by itself too, it answers in the same shape when asked for. */
const ownStatuses = new Set([401, 406, 413, 415]);

function ownReply(status: number, operation: Operation | undefined): Reply | undefined {
  const media =
    operation !== undefined && ownStatuses.has(status) ? errorMedia(operation, status) : undefined;
  const body = media === undefined ? undefined : errorBody(media, askedFor(status));
  return media === undefined || body === undefined ? undefined : jsonReply(status, media.range, body);
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
function problemReply({ status, code, title, message }: ErrorFacts): Reply {
  return jsonReply(status, 'application/problem+json', {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
  });
}

export function jsonReply(status: number, type: string, body: Json): Reply {
  return { status, headers: { 'Content-Type': type }, body: stringifyJson(body) };
}

/** Clients that retry want to be told when. */
export function retryAfter(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
}

/** An invalid request takes the status that the operation has for it; others keep their own. */
function statusFor(refusal: Refusal, operation: Operation): number {
  if (refusal.status !== 400) return refusal.status;
  if (refusal.kind === 'media-type' && isDeclared(operation, '415')) return 415;
  return !isDeclared(operation, '400') && isDeclared(operation, '422') ? 422 : 400;
}

function isDeclared(operation: Operation, status: string): boolean {
  return operation.responses.some((response) => response.status === status);
}

/** A 401 that is not declared borrows the shape of the declared error: one parser is enough for the client. */
function errorMedia(operation: Operation, status: number): MediaType | undefined {
  const borrowed = status === 400 ? [] : [responseFor(operation, 400), responseFor(operation, 422)];
  return [responseFor(operation, status), ...borrowed].map(jsonMediaOf).find((media) => media !== undefined);
}

function jsonMediaOf(response: Response | undefined): MediaType | undefined {
  const media = response?.content.find(
    ({ range }) => isJsonType(range) || range === '*/*' || range === 'application/*',
  );
  if (media === undefined) return undefined;
  return isJsonType(media.range) ? media : { ...media, range: 'application/json' };
}

function errorBody({ schema, examples }: MediaType, facts: ErrorFacts): Json | undefined {
  if (schema !== undefined)
    return (
      fillError(schema, facts) ?? examples.find(({ value }) => isValid(schema, value, 'response'))?.value
    );
  return { code: facts.code, message: facts.message };
}
