/** An exchange: the request as sent and the answer as received, or how the transport failed. */
import type { HeaderLine } from '../../http/headers.ts';

export interface SentRequest {
  readonly method: string;
  /** The whole URL, query included. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  readonly delivery: Delivery;
}

/**
 * How a request goes out and its answer is taken in: in one piece unless told. `chunked`: without its length; `in
 * pieces`: in two packets; `expecting 100`: the body only when the server asks for it, or after a second; `read slowly`:
 * the answer is left waiting for a while.
 */
export type Delivery = 'whole' | 'chunked' | 'in pieces' | 'expecting 100' | 'read slowly';

export interface ReceivedResponse {
  readonly status: number;
  /** In the order and spelling received. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** What came on the connection when the answer had ended; looked for only where a case asks for it. */
  readonly trailingBytes?: Uint8Array;
}

export interface TransportFailure {
  /** `too large`: broken off by us, with nothing wrong so far. */
  readonly kind: 'timeout' | 'unreachable' | 'broken' | 'too large';
  /** Such as `no answer within 10,000 ms` or `the connection was closed before the answer was complete`. */
  readonly reason: string;
}

export interface Exchange {
  readonly request: SentRequest;
  readonly outcome:
    | { readonly kind: 'answer'; readonly response: ReceivedResponse }
    | { readonly kind: 'failure'; readonly failure: TransportFailure };
  /** From the first byte sent to the last received, in milliseconds. */
  readonly ms: number;
  /** When the first byte was sent, in milliseconds since 1970. */
  readonly sentAt?: number;
}

type Outcome = Exchange['outcome'];

/** No connection at all: the request has not been seen by anybody. */
export function isUnreachable(
  exchange: Exchange,
): exchange is Exchange & { readonly outcome: Extract<Outcome, { kind: 'failure' }> } {
  return exchange.outcome.kind === 'failure' && exchange.outcome.failure.kind === 'unreachable';
}

/** A connection that ended may have ended for a reason of its own. */
export function isConnectionBroken({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'broken';
}

/** The answer is more than we read: nothing can be said of it. */
export function isTooLarge({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'too large';
}

export function hasTimedOut({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
}

/** 429: the answer says nothing of the request. */
export function isRateLimited(exchange: Exchange): boolean {
  return statusOf(exchange) === 429;
}

/** Undefined when no whole answer arrived. */
export function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === 'answer' ? outcome.response.status : undefined;
}

/** 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** 4xx. */
export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

/** The statuses that refuse credentials; a contract need not declare them. */
export function isAccessDenied(status: number): boolean {
  return status === 401 || status === 403;
}

/** 304 sends nobody anywhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
