/** An exchange: the request as sent and the response as received, or how the transport failed. */
import type { HeaderLine } from '../../http/headers.ts';

export interface SentRequest {
  readonly method: string;
  /** The full URL, including the query. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  readonly delivery: Delivery;
}

/**
 * How a request is written and its response is read; `whole` is the default. `chunked`: without Content-Length; `in
 * pieces`: in two packets; `expecting 100`: the body is sent after `100 Continue`, or after a second; `read slowly`:
 * reading the response body starts late.
 */
export type Delivery = 'whole' | 'chunked' | 'in pieces' | 'expecting 100' | 'read slowly';

export interface ReceivedResponse {
  readonly status: number;
  /** In the order and spelling received. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** Bytes received after the end of the response; collected only for cases with `sendMode` `watched`. */
  readonly trailingBytes?: Uint8Array;
}

export interface TransportFailure {
  /** `too large`: the client aborted; the response was not wrong up to there. */
  readonly kind: 'timeout' | 'unreachable' | 'broken' | 'too large';
  /** For reports: `no complete response within 10000 ms`. */
  readonly reason: string;
}

export interface Exchange {
  readonly request: SentRequest;
  readonly outcome:
    | { readonly kind: 'response'; readonly response: ReceivedResponse }
    | { readonly kind: 'failure'; readonly failure: TransportFailure };
  /** From the first byte sent to the last received, in milliseconds. */
  readonly ms: number;
  /** When the first byte was sent, in milliseconds since 1970. */
  readonly sentAt?: number;
}

type Outcome = Exchange['outcome'];

/** No connection was made: the server did not receive the request. */
export function isUnreachable(
  exchange: Exchange,
): exchange is Exchange & { readonly outcome: Extract<Outcome, { kind: 'failure' }> } {
  return exchange.outcome.kind === 'failure' && exchange.outcome.failure.kind === 'unreachable';
}

/** The connection ended or the response was malformed; a closed connection need not be caused by this request. */
export function isConnectionBroken({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'broken';
}

/** The response exceeds the size limit, so it cannot be checked. */
export function isTooLarge({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'too large';
}

export function hasTimedOut({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
}

/** 429: the response says nothing about the request. */
export function isRateLimited(exchange: Exchange): boolean {
  return statusOf(exchange) === 429;
}

/** Undefined when no complete response arrived. */
export function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === 'response' ? outcome.response.status : undefined;
}

/** 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** 4xx. */
export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

/** 401 or 403. A contract need not declare them. */
export function isAccessDenied(status: number): boolean {
  return status === 401 || status === 403;
}

/** 3xx without 304, which does not redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
