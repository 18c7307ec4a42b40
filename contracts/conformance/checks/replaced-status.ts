import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const replacedStatus: Check = {
  id: 'replaced-status',
  severity: 'error',
  invariant: 'a PUT that replaces an existing record does not have the status of a creation',
  title: 'A replacement has the status of a creation',
  why: 'Clients read from 201 that the record did not exist before. HTTP requires 200 or 204 for a replacement. Likely cause: one status for both cases. Return the declared 200 or 204 if the record existed.',
  references: 'RFC 9110, section 9.3.4 (PUT)',
  appliesTo: ({ expectedState, response, testCase: { operation } }) =>
    expectedState?.expects === 'replaced' &&
    response !== undefined &&
    declaresStatus(operation, 201) &&
    replacementStatuses.some((status) => declaresStatus(operation, status)),
  violations({ exchange, testCase: { operation } }) {
    if (statusOf(exchange) !== 201) return [];
    const declared = replacementStatuses.filter((status) => declaresStatus(operation, status));
    return [
      {
        expected: `status ${declared.join(' or ')}: the record existed before`,
        received: 'status 201',
        responsePart: { in: 'status' },
        place: operation.place,
        requirement: 'a replacement creates nothing',
        key: 'created',
      },
    ];
  },
};

const replacementStatuses = [200, 204] as const;
