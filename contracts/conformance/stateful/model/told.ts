import type { Operation } from '../../../../spec/contract.ts';
import type { Draft } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A request of an operation, and what came of it. */
export interface Told {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly exchange: Exchange;
}
