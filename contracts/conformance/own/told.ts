import type { Operation } from '../../../spec/contract.ts';
import type { Draft } from '../draft.ts';
import type { Exchange } from '../exchange.ts';

/** A request of an operation, and what came of it. */
export interface Told {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly exchange: Exchange;
}
