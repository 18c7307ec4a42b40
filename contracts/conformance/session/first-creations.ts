/** The first records that each operation created in the run: later writes of other records must leave them alone. */
import type { Operation } from '../../../spec/model/contract.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { Creation, EarlierCreations } from '../model/sequence.ts';

export interface FirstCreations extends EarlierCreations {
  record(operation: Operation, requestSpec: RequestSpec, exchange: Exchange): void;
}

/** The first one may be deleted by the time that a sequence looks for it. */
const MAX_PER_OPERATION = 3;

const CREATED = 201;

export function createFirstCreations(): FirstCreations {
  const creations = new Map<string, Creation[]>();
  return {
    record(operation, requestSpec, exchange) {
      if (statusOf(exchange) !== CREATED) return;
      const earlier = creations.get(operation.id) ?? [];
      if (earlier.length < MAX_PER_OPERATION)
        creations.set(operation.id, [...earlier, { operation, requestSpec, exchange }]);
    },
    of: (operation) => creations.get(operation.id) ?? [],
  };
}
