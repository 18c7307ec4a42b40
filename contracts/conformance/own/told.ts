import type { Operation } from '../../../spec/model/contract.ts';
import type { Draft } from '../case.ts';
import type { Exchange } from '../exchange.ts';

/** A request of an operation, and what came of it. */
export interface Told {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly exchange: Exchange;
}
