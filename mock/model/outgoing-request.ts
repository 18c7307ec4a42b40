/** A request that the mock sends to a client: a callback of an operation, or a webhook. */
import type { Operation } from '../../spec/model/contract.ts';

export interface OutgoingRequest {
  readonly kind: 'callback' | 'webhook';
  /** The name in the contract: `onPaid`. */
  readonly name: string;
  /** Declares the request and its responses. */
  readonly operation: Operation;
  /** The prefix of the contract. */
  readonly mount: string;
  /** Absolute. */
  readonly url: string;
  /** Empty without a body. */
  readonly body: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}
