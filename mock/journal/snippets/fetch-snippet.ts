/** The request of a journal entry as a call of `fetch`, for Node or a test. */
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import { MASK } from '../../authentication/credential-locations.ts';
import type { JournalEntry } from '../../model/journal-entry.ts';
import { expression, literal, tokenStatement } from './literal.ts';
import { isCompleteBody, type RecordedText, recordedRequest } from './recorded-request.ts';

export interface SnippetOptions {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The security schemes of the contract that the entry belongs to. */
  readonly schemes: readonly SecurityScheme[];
}

export interface FetchCall {
  /** Comments and the credential, before the call. */
  readonly before: readonly string[];
  /** `fetch(...)`, without a semicolon. */
  readonly call: readonly string[];
}

export function fetchCall(entry: JournalEntry, { origin, schemes }: SnippetOptions): FetchCall {
  const request = recordedRequest(entry, schemes);
  const headers = request.headers.filter(([name]) => !connectionHeaders.test(name));
  const address: RecordedText = [entry.kind === 'request' ? origin : '', ...request.target];
  const texts = [address, ...headers.map(([, value]) => value)];
  const pairs = headers.map(([name, value]) => `    [${literal(name)}, ${expression(value)}],`);
  const { status = 200 } = entry.response ?? {};
  return {
    before: [...requestComments(entry, texts), ...tokenStatement(texts)],
    call: [
      `fetch(${expression(address)}, {`,
      `  method: ${literal(request.method)},`,
      ...(pairs.length === 0 ? [] : ['  headers: [', ...pairs, '  ],']),
      ...bodyLines(entry),
      ...(status >= 300 && status < 400 ? ['  redirect: "manual",'] : []),
      '})',
    ],
  };
}

export function fetchSnippet(entry: JournalEntry, options: SnippetOptions): string {
  const { before, call } = fetchCall(entry, options);
  return `${[...before, `const response = await ${call.join('\n')};`, 'console.log(response.status, await response.text());'].join('\n')}\n`;
}

/** `fetch` of Node rejects them. */
const connectionHeaders = /^(?:keep-alive|upgrade|te|trailer|proxy-connection|content-length)$/;

function requestComments({ request: { method, target, body } }: JournalEntry, texts: readonly RecordedText[]) {
  const parts = [...texts.flat(), body?.text ?? ''];
  const isMasked = parts.some((part) => typeof part === 'string' && part.includes(MASK));
  return [
    ...(isMasked ? ['// *** stands for a secret that the journal does not keep: fill it in.'] : []),
    ...(body !== null && !isCompleteBody(body) ? ['// The journal does not have the whole body as text: add it.'] : []),
    ...(hasForbiddenBody(method, body) ? ['// fetch cannot send a body with this method: use the curl command.'] : []),
    ...(/^(?:CONNECT|TRACE|TRACK)$/.test(method) ? ['// fetch cannot send this method: use the curl command.'] : []),
    ...(isRewritten(target) ? ['// fetch changes this address before it sends it: use the curl command.'] : []),
  ];
}

function hasForbiddenBody(method: string, body: unknown): boolean {
  return body !== null && /^(?:GET|HEAD)$/.test(method);
}

/** Without the bytes that make a string of it, `fetch` would add a media type. */
function bodyLines({ request: { method, headers, body } }: JournalEntry): readonly string[] {
  if (body === null || !isCompleteBody(body) || hasForbiddenBody(method, body)) return [];
  const text = literal(body.text);
  return [`  body: ${headers['content-type'] === undefined ? `new TextEncoder().encode(${text})` : text},`];
}

/** Dot segments and characters that a URL cannot have. */
function isRewritten(target: string): boolean {
  const url = URL.parse(target, 'http://a.test');
  return url === null || (target.startsWith('/') && url.pathname + url.search !== target);
}
