/** An exchange: the request as sent and the response as received, or how the transport failed. */
import type { AppliedChange } from '../../hooks/request-change.ts';
import { type HeaderLine, headerValue } from '../../http/headers.ts';

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
 * reading the response body starts late; `verbatim head`: the header lines are written as they are, also those that no
 * HTTP library writes.
 */
export type Delivery = 'whole' | 'chunked' | 'in pieces' | 'expecting 100' | 'read slowly' | 'verbatim head';

export interface ReceivedResponse {
  readonly status: number;
  /** In the order and spelling received. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** The body was received as gzip, which the request accepts, and is decoded here. */
  readonly isDecoded?: boolean;
  /** Bytes received after the end of the response; collected only for cases with `sendMode` `watched`. */
  readonly trailingBytes?: Uint8Array;
}

export interface TransportFailure {
  /**
   * `too large`: the client aborted; the response was not wrong up to there. `withheld`: not sent, because the run may
   * not request the operation.
   */
  readonly kind: 'timeout' | 'unreachable' | 'broken' | 'too large' | 'withheld';
  /** For reports: `no complete response within 10000 ms`. */
  readonly reason: string;
  /**
   * Set when a connection that had carried other responses was closed without a byte of the response. A server may
   * close a connection after any response (RFC 9112, sections 9.3.1 and 9.5). `before the request`: the request did not
   * reach the server.
   */
  readonly closedReuse?: 'before the request' | 'unknown';
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
  /** It was sent again on a new connection, because the server closed the first one without a response. */
  readonly wasResent?: boolean;
  /**
   * The name that it gave its record, which is not found under the name in the path any more; or the name under which
   * the record was found.
   */
  readonly renamedTo?: string;
  /**
   * The record is not found after a change whose response did not name it: its list does not show it either, or nothing
   * shows whether it has another name.
   */
  readonly afterChange?: 'lost' | 'unknown';
  /** Earlier attempts at the same request, which the server limited: 429, or 503 with Retry-After. */
  readonly limitedAttempts?: readonly Exchange[];
  /** What a hook changed in the request, which is shown as it was sent. */
  readonly hookChange?: AppliedChange;
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

/** The server closed a reused connection without a response, as it may after any complete response. */
export function isClosedReuse({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.closedReuse !== undefined;
}

/** The response exceeds the size limit, so it cannot be checked. */
export function isTooLarge({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'too large';
}

/** It was not sent, because the run may not request the operation. */
export function isWithheld({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'withheld';
}

export function hasTimedOut({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' && outcome.failure.kind === 'timeout';
}

/** 429, or 503 with Retry-After (RFC 9110, section 15.6.4): the response says nothing about the request. */
export function isRateLimited(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return false;
  const { status, headers } = outcome.response;
  return status === 429 || (status === 503 && headerValue(headers, 'retry-after') !== undefined);
}

/** Undefined when no complete response arrived. */
export function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === 'response' ? outcome.response.status : undefined;
}

/** Whether the response has a status of success (2xx). */
export function isSuccessfulExchange(exchange: Exchange): boolean {
  return isSuccess(statusOf(exchange) ?? 0);
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
