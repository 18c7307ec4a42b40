/** What the differential sends, and what comes back from either store. */
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
  /** What contract and RFCs demand: the hundreds of the status, or a status. */
  readonly expectedStatus: number;
  /** Prism may die of it, or never answer: sent alone. */
  readonly isRisky: boolean;
}

export interface ReceivedOutcome {
  readonly outcome: 'answered' | 'no response' | 'crashed';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** So long is waited for one that may hang, and for any other: longer than a busy machine takes. */
export const RISKY_TIMEOUT_MS = 1_200;
export const TIMEOUT_MS = 15_000;

export const noResponse: ReceivedOutcome = { outcome: 'no response', status: 0, headers: {}, text: '' };
export const crashed: ReceivedOutcome = { outcome: 'crashed', status: 0, headers: {}, text: '' };
