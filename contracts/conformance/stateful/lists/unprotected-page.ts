/** The second page of a list, without credentials: its cursor alone must not be sufficient. */
import { isSecured } from '../../../../spec/model/contract.ts';
import { isAccessDenied, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { isInvalidCredential } from '../../request/credentials/security-alternatives.ts';
import { parseBody } from '../model/response-records.ts';
import type { Pagination } from './pagination.ts';
import { type ListContext, listRequestSpec, requestList } from './read-list.ts';

/** Only where the first page is protected: another check reports a list that is not. */
export function* checkUnprotectedPage(
  context: ListContext,
  paging: Pagination,
  fresh: FreshValues,
): StepGenerator<void> {
  const { baseline } = context;
  const { operation } = baseline;
  const credentials = { schemes: [] };
  if (!isSecured(operation) || !isInvalidCredential(baseline, credentials)) return;
  const firstParameters = paging.parametersAfter([]);
  if (firstParameters === undefined) return;
  const page = yield* requestList(context, fresh, 'page 1 of the list is read', undefined, firstParameters);
  const isRead = isSuccessfulExchange(page) && parseBody(page) !== undefined;
  const parameters = isRead ? paging.parametersAfter([page]) : undefined;
  if (parameters === undefined) return;
  const step = { operation, expectation: 'unspecified' } as const;
  const first = yield {
    ...step,
    requestSpec: { ...listRequestSpec(baseline, firstParameters, fresh), credentials },
    description: 'page 1 of the list is read without credentials',
  };
  if (!isAccessDenied(statusOf(first) ?? 0)) return;
  yield {
    ...step,
    requestSpec: { ...listRequestSpec(baseline, parameters, fresh), credentials },
    description: 'page 2 of the list is read without credentials',
    expectedState: { expects: 'denial', place: operation.security[0]?.place ?? operation.place },
  };
}
