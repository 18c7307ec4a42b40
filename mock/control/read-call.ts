/** From a request to a call that keeps the control API's own document. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { readBody } from '../http/call.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import type { Target } from '../http/target.ts';
import { createRouter, type Route, type Router } from '../routing/routing.ts';
import { parseCookies } from '../validate/parameters.ts';
import { judgeRequest } from '../validate/validate.ts';
import type { ControlCall } from './reply.ts';

export interface Received {
  readonly route: Route;
  readonly target: Target;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface ReadOptions {
  readonly bodyBytes: number;
  readonly closing: AbortSignal;
}

/** Rejects with ClientGone. */
export async function readCall(received: Received, options: ReadOptions): Promise<ControlCall | Refusal> {
  const { route, target, request, response } = received;
  const unknown = unknownField(route.operation, target);
  if (unknown !== undefined) return unknown;
  const bytes = await bytesOf(received, options);
  if (bytes instanceof Refusal) return bytes;
  const header = (name: string) => headerIn(request, name);
  const sources = {
    captures: route.captures,
    query: target.query,
    header,
    cookies: parseCookies(header('cookie')),
  };
  const valid = judgeRequest(route.operation, sources, bytes);
  if (valid instanceof Refusal) return valid;
  const { method = 'GET' } = request;
  return { ...valid, method, signal: AbortSignal.any([options.closing, goneSignal(response)]) };
}

/** A filter that is spelt wrong would let everything pass. */
function unknownField({ parameters }: Operation, { query }: Target): Refusal | undefined {
  const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const field = query.find(({ name }) => !known.includes(name));
  if (field === undefined) return undefined;
  const expected = known.length === 0 ? 'no fields' : `only ${known.join(', ')}`;
  return new Refusal('invalid', `query: expected ${expected}, got ${quoted(field.name)}`);
}

export const RULE_BYTES = 1_000_000;

async function bytesOf({ route, request, response }: Received, { bodyBytes }: ReadOptions) {
  const { operation } = route;
  if (operation.requestBody === undefined) return Buffer.alloc(0);
  const limit = operation.id === 'addRecords' ? bodyBytes : RULE_BYTES;
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > limit;
  if (request.headers.expect !== undefined && request.httpVersion === '1.1' && !isTooLarge)
    response.writeContinue();
  return readBody(request, limit);
}

function headerIn({ headers }: IncomingMessage, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** The control API's own contract: it routes and judges its requests as any contract does those of the store. */
interface ControlDocument {
  readonly contract: Contract;
  readonly router: Router;
}

let loading: Promise<ControlDocument> | undefined;

/** Read at the first request, and once for all stores of the process: it never changes. */
export function controlDocument(): Promise<ControlDocument> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ControlDocument> {
  const contract = await loadContract(new URL('./openapi.yaml', import.meta.url).href);
  return { contract, router: createRouter(contract) };
}
