import { declares, hasError } from '../../../spec/resources/views.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, weighed } from './check.ts';
import { removedWith } from './records/history.ts';

export const removedOnce: Check = {
  id: 'removed-once',
  severity: 'fault',
  holds:
    'removing a record that was removed already is not a success where the contract declares what is not there',
  title: 'What is gone is removed again',
  why: 'HTTP itself does not forbid a success for the second DELETE of the same record. It is a fault all the same where the contract declares 404 for it, or 410 beside a general error, since clients tell by that answer whether they removed something; where only a general error is declared (4XX, default), it is advice. Likely cause: a DELETE that does not look at whether anything was deleted. Answer as declared; or, where a second removal is to be a success, declare neither of them.',
  restsOn:
    'OpenAPI, Responses Object: the operation declares the answer for what is not there; RFC 9110, section 15.5.5 (404)',
  appliesTo: ({ recall, answer, case: { operation } }) =>
    recall?.expects === 'refusal' && answer !== undefined && hasError(operation, 404),
  violations({ recall, answer, case: { operation } }) {
    if (recall?.expects !== 'refusal' || answer === undefined || !isSuccess(answer.status)) return [];
    // A store that keeps it has not done what it said; that is told.
    if (recall.record.lingers) return [];
    const isOwn = declares(operation, 404) || declares(operation, 410);
    const violation = {
      expected: `${isOwn ? 'the status declared for what is not there' : 'a declared error'}, since the record ${removedWith(recall.record)}`,
      received: `status ${answer.status}`,
      at: { in: 'status' },
      place: operation.place,
      rule: 'what is not there cannot be removed',
      key: 'again',
    } as const;
    return [weighed(violation, isOwn ? undefined : 'no status of its own is declared for what is not there')];
  },
};
