/** One request that the verifier made of the implementation, byte for byte, and what came back. */
import type { HeaderLine } from '../../headers.ts';

export interface Exchange {
  /** The index of the interaction in its pact. */
  readonly interaction: number;
  readonly method: string;
  /** The request target as the implementation saw it: path and query, base path included. */
  readonly target: string;
  readonly requestHeaders: Headers;
  readonly requestBody: Buffer;
  readonly outcome: Answer | Failure;
  readonly durationMs: number;
}

/** In the order and spelling of the wire. */
export type Headers = readonly HeaderLine[];

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Failure {
  /** `unreachable`: no connection; `broken`: a connection without a whole answer; `timeout`: nothing in time. */
  readonly kind: 'unreachable' | 'broken' | 'timeout';
  readonly message: string;
}
