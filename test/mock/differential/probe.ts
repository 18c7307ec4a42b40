/** The requests of the differential, and the responses of both servers. */
import type { Operation } from '../../../spec/model/contract.ts';

export interface Probe {
  /** Of the contract: `nursery`. */
  readonly contract: string;
  /** What is special about it: `body: wrong type`. */
  readonly kind: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly operation: Operation | undefined;
  /** Required by contract and RFCs: a status class or a status. */
  readonly expectedStatus: number;
  /** Prism may crash or never respond, so it is sent alone. */
  readonly isRisky: boolean;
}

export interface ReceivedOutcome {
  readonly outcome: 'completed' | 'no response' | 'crashed';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The timeouts for a request that may hang, and for any other: longer than a busy machine needs. */
export const RISKY_TIMEOUT_MS = 1_200;
export const TIMEOUT_MS = 15_000;

export const noResponse: ReceivedOutcome = { outcome: 'no response', status: 0, headers: {}, text: '' };
export const crashed: ReceivedOutcome = { outcome: 'crashed', status: 0, headers: {}, text: '' };
