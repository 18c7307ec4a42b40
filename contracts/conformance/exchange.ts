/** An exchange: the request as sent and the answer as received, or how the transport failed. */
import type { HeaderLine } from '../headers.ts';

export interface SentRequest {
  readonly method: string;
  /** The whole URL, query included. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  readonly delivery: 'whole' | 'chunked' | 'in pieces';
}

export interface Answer {
  readonly status: number;
  /** In the order and spelling received. */
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
}

export interface TransportFailure {
  readonly kind: 'timeout' | 'unreachable' | 'broken';
  /** Such as `no answer within 10,000 ms` or `the connection was closed before the answer was complete`. */
  readonly reason: string;
}

export interface Exchange {
  readonly request: SentRequest;
  readonly outcome:
    | { readonly kind: 'answer'; readonly answer: Answer }
    | { readonly kind: 'failure'; readonly failure: TransportFailure };
  /** From the first byte sent to the last received, in milliseconds. */
  readonly ms: number;
}

type Outcome = Exchange['outcome'];

/** No connection at all: the request has not been seen by anybody. */
export function isUnreachable(
  exchange: Exchange,
): exchange is Exchange & { readonly outcome: Extract<Outcome, { kind: 'failure' }> } {
  return exchange.outcome.kind === 'failure' && exchange.outcome.failure.kind === 'unreachable';
}

/** 429: the answer says nothing of the request. */
export function isLimited({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.answer.status === 429;
}
