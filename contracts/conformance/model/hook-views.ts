/** Copies of requests, responses and cases for hooks, which may keep and change them. */

import { toHookOperation } from '../../hooks/hook-run.ts';
import type { HookCase, HookExchange, HookRequest, HookResponse } from '../../hooks/hooks.ts';
import { type HeaderLine, headerValues } from '../../http/headers.ts';
import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts';
import type { CaseFacts } from './test-case.ts';

/** `baseUrl`: that of the operation. */
export function toHookRequest({ method, url, headers, body }: SentRequest, baseUrl: string): HookRequest {
  const bytes = Uint8Array.from(body ?? []);
  return {
    ...{ method, url, bytes, body: decode(bytes) },
    path: url.slice(baseUrl.length),
    headers: headersByName(headers),
  };
}

export function toHookExchange({ request, outcome, ms }: Exchange, baseUrl: string): HookExchange {
  const response = outcome.kind === 'response' ? toHookResponse(outcome.response) : undefined;
  return { request: toHookRequest(request, baseUrl), response, ms: Math.round(ms) };
}

export function toHookResponse({ status, headers, body }: ReceivedResponse): HookResponse {
  const bytes = Uint8Array.from(body);
  const text = decode(bytes);
  return { status, headers: headersByName(headers), body: text, bytes, json: parse(text) };
}

/** The facts of a case that hooks get. */
export type HookCaseFacts = Pick<CaseFacts, 'id' | 'operation' | 'category' | 'mutation' | 'expectation'>;

export function toHookCase({ id, operation, category, mutation, expectation }: HookCaseFacts): HookCase {
  return { id, operation: toHookOperation(operation), category, mutation, expectation };
}

function headersByName(headers: readonly HeaderLine[]): Readonly<Record<string, string>> {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return Object.fromEntries(
    [...names].map((name) => [name, headerValues(headers, name).join(name === 'set-cookie' ? '\n' : ', ')]),
  );
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Hooks use plain JavaScript numbers. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
