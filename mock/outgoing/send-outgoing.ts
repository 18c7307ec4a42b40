/** Sends a callback or webhook, and records it like a received request. Never rejects. */
import { concatBytes, encodeUtf8, toBytes } from '../../platform/bytes.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import type { CompletedExchange } from '../journal/create-entry.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import { type HandledRequest, rejectedWithoutContext } from '../request/handled-request.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import { validateResponse } from '../validate/validate-response.ts';
import type { ReceiverCheck } from './allowed-receivers.ts';
import { CALLBACK_HEADER } from './prepare-callbacks.ts';

export interface OutgoingSettings {
  readonly checkReceiver: ReceiverCheck;
  readonly record: (exchange: CompletedExchange) => Promise<void> | undefined;
  /** A browser sends its own. */
  readonly userAgent: string | undefined;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** What the receiver did, for the client that asked for a webhook. */
export type Delivery =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_000_000;

export async function sendOutgoing(request: OutgoingRequest, settings: OutgoingSettings): Promise<Delivery> {
  const started = Date.now();
  const startedAt = performance.now();
  const own = {
    ...(settings.userAgent === undefined ? {} : { 'user-agent': settings.userAgent }),
    [CALLBACK_HEADER]: encodeURIComponent(request.name),
  };
  const headers = { ...request.headers, ...own };
  const outcome = await deliver({ ...request, headers }, settings);
  const { kind, name, url: target, operation } = request;
  const method = operation.method;
  await settings.record({
    ...{ started, milliseconds: performance.now() - startedAt, method, target, headers },
    handledRequest: { ...(await checkedRequest(request, outcome)), body: encodeUtf8(request.body), operation },
    ending:
      outcome.kind === 'failed'
        ? { kind: 'aborted', reason: outcome.reason }
        : { kind: 'sent', response: outcome.response },
    outgoing: { kind, name },
  });
  return outcome.kind === 'failed' ? outcome : { kind: 'delivered', status: outcome.response.status };
}

type Outcome =
  | { readonly kind: 'received'; readonly response: GeneratedResponse; readonly rawHeaders: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** Redirects are not followed: they could lead to another host. */
async function deliver(
  { url, operation, headers, body }: OutgoingRequest,
  { checkReceiver, closing }: OutgoingSettings,
): Promise<Outcome> {
  const problem = checkReceiver(url) ?? headerProblem(headers);
  if (problem !== undefined) return { kind: 'failed', reason: `not sent: ${problem}` };
  try {
    const response = await fetch(url, {
      ...{ method: operation.method, headers, redirect: 'manual' },
      // HTTP clients send no body with these.
      ...(body !== '' && !/^(?:GET|HEAD)$/.test(operation.method) && { body }),
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const received = [...response.headers];
    const bytes = await readLimited(response);
    return {
      kind: 'received',
      response: { status: response.status, headers: Object.fromEntries(received), body: bytes },
      rawHeaders: received.flat(),
    };
  } catch (error) {
    return { kind: 'failed', reason: `the receiver did not respond: ${failureReason(error)}` };
  }
}

/** Of those that the client of a webhook names. */
function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((one) => !/^[\w!#$%&'*+.^`|~-]+$/.test(one));
  if (name !== undefined) return `expected the name of a header, got ${quoteText(name)}`;
  const [wrong] = Object.entries(headers).find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) ?? [];
  return wrong === undefined
    ? undefined
    : `expected a header ${wrong} without line breaks and other scripts than Latin`;
}

async function readLimited({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}

/** The cause of `fetch failed`. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

/** The response of the receiver must be one that the contract declares. */
async function checkedRequest({ operation, mount }: OutgoingRequest, outcome: Outcome): Promise<HandledRequest> {
  const withoutResponse = { ...rejectedWithoutContext(mount, new HttpError('internal', '')), violations: [] };
  if (outcome.kind === 'failed') return withoutResponse;
  const { response, rawHeaders } = outcome;
  const request = { method: operation.method, isConditional: false };
  const content = { kind: 'content', bytes: toBytes(response.body) } as const;
  const { violations } = await validateResponse(operation, request, { status: response.status, rawHeaders, content });
  return { ...withoutResponse, response, responseViolations: violations };
}
