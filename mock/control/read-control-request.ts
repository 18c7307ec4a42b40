/** Reads and validates a request against the document of the control API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeUtf8 } from '../../platform/bytes.ts';
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { readBody } from '../http/incoming-request.ts';
import type { RequestTarget } from '../http/request-target.ts';
import { createRouter, type Route, type Router } from '../routing/router.ts';
import { parseCookies } from '../validate/validate-parameter.ts';
import { validateRequest } from '../validate/validate-request.ts';
import type { ControlRequest } from './control-response.ts';

export interface ReceivedControlRequest {
  readonly route: Route;
  readonly target: RequestTarget;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ReadControlRequestOptions {
  /** Throws `rule-invalid` for a body that is no rule. */
  readonly checkRules: (body: Json) => void;
  readonly bodyBytes: number;
  readonly closing: AbortSignal;
}

/** Rejects with ClientDisconnected, and with `rule-invalid`. */
export async function readControlRequest(
  received: ReceivedControlRequest,
  options: ReadControlRequestOptions,
): Promise<ControlRequest | HttpError> {
  const { route, target, request, response } = received;
  const unknown = unknownField(route.operation, target);
  if (unknown !== undefined) return unknown;
  const bytes = await readBodyBytes(received, options);
  if (bytes instanceof HttpError) return bytes;
  const header = (name: string) => headerValue(request, name);
  const sources = {
    captures: route.captures,
    query: target.query,
    header,
    cookies: parseCookies(header('cookie')),
  };
  const valid = validateRequest(route.operation, sources, bytes);
  if (valid instanceof HttpError) {
    if (valid.kind === 'invalid' && hasRules(route)) explainRules(bytes, options);
    return valid;
  }
  const { method = 'GET' } = request;
  return { ...valid, method, signal: AbortSignal.any([options.closing, disconnectSignal(response)]) };
}

function hasRules({ operation: { id } }: Route): boolean {
  return id === 'addRules' || id === 'replaceRule';
}

/** The document describes rules with alternatives, so its errors say less than those of the check of rules. */
function explainRules(bytes: Uint8Array, { checkRules }: ReadControlRequestOptions): void {
  const parsed = parseJson(decodeUtf8(bytes));
  if (parsed.ok) checkRules(parsed.value);
}

/** A misspelled filter would otherwise match everything. */
function unknownField({ parameters }: Operation, { query }: RequestTarget): HttpError | undefined {
  const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const field = query.find(({ name }) => !known.includes(name));
  if (field === undefined) return undefined;
  const expected = known.length === 0 ? 'no fields' : `only ${known.join(', ')}`;
  return new HttpError('invalid', `query: expected ${expected}, got ${quoteText(field.name)}`);
}

export const MAX_RULE_BYTES = 1_000_000;

async function readBodyBytes(
  { route, request, response }: ReceivedControlRequest,
  { bodyBytes }: ReadControlRequestOptions,
) {
  const { operation } = route;
  if (operation.requestBody === undefined) return Buffer.alloc(0);
  const limit = /^(?:addRecords|replaceState|\w+RecordItem)$/.test(operation.id) ? bodyBytes : MAX_RULE_BYTES;
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > limit;
  if (request.headers.expect !== undefined && request.httpVersion === '1.1' && !isTooLarge) response.writeContinue();
  return readBody(request, limit);
}

function headerValue({ headers }: IncomingMessage, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  if (response.destroyed) disconnected.abort();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** The contract of the control API: its requests are routed and validated like those of any contract. */
interface ControlDocument {
  readonly contract: Contract;
  readonly router: Router;
}

let loadedDocument: Promise<ControlDocument> | undefined;

/** Loaded at the first request, once per process: it never changes. */
export function controlDocument(): Promise<ControlDocument> {
  loadedDocument ??= loadControlDocument();
  return loadedDocument;
}

async function loadControlDocument(): Promise<ControlDocument> {
  const contract = await loadContract(new URL('./openapi.yaml', import.meta.url).href);
  return { contract, router: createRouter(contract) };
}
