/** Deletes all of a list whose records nothing else names, and looks for those that it showed before. */
import type { Contract } from '../../../../spec/model/contract.ts';
import { findOperation } from '../../../../spec/resources/operations.ts';
import { isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { recordNames } from '../lists/list-shape.ts';
import { findListedRecords } from '../lists/listed-records.ts';
import { withParentValues } from '../model/path-items.ts';
import { parseBody } from '../model/response-records.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { minimalRequestSpec } from './record-requests.ts';

export interface ClearedList {
  readonly clear: BaselineRequest;
  readonly list: BaselineRequest;
  readonly shape: ListShape;
}

/** Undefined where the path of the deletion is not that of a list. */
export function findClearedList(clear: BaselineRequest, contract: Contract): ClearedList | undefined {
  const operation = findOperation(contract, 'GET', clear.operation.path);
  const shape = operation && findListedRecords(contract, operation)?.shape;
  const list = operation && deriveBaseline(operation, [], contract.operations);
  if (shape === undefined || list === undefined || !isBaseline(list)) return undefined;
  return { clear, list: withParentValues(list, clear), shape };
}

export function* clearList({ clear, list, shape }: ClearedList, fresh: FreshValues): StepGenerator<void> {
  const readList = { operation: list.operation, requestSpec: minimalRequestSpec(list, fresh) };
  const before = yield { ...readList, description: 'the list is read' };
  const items = isSuccessfulExchange(before) ? shape.itemsIn(parseBody(before)) : undefined;
  const names = recordNames(items ?? [], shape);
  if (names.length === 0) return;
  const exchange = yield {
    operation: clear.operation,
    requestSpec: minimalRequestSpec(clear, fresh),
    description: 'all records are deleted',
    tolerated: [...toleratesMissing, ...toleratesRejection],
  };
  // 202 means accepted, not done.
  if (!isSuccessfulExchange(exchange) || statusOf(exchange) === 202) return;
  yield {
    ...readList,
    description: 'the list is read again',
    tolerated: toleratesMissing,
    expectedState: { expects: 'cleared list', shape, names, removal: { operation: clear.operation, exchange } },
  };
}
