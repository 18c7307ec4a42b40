import { pluralize } from '../../report/text-format.ts';
import { reasonForLongList } from '../stateful/lists/limits.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const limitRespected: Check = {
  id: 'limit-respected',
  severity: 'error',
  invariant: 'a list has at most as many records as its limit',
  title: 'A list is longer than its limit',
  why: 'A client that can handle only a few records gets all of them: pages overlap, screens break, and with much data the response never ends. Likely cause: the parameter is read under another name, or not at all. Return at most the requested number of records; fewer are allowed.',
  references: 'OpenAPI, Parameter Object: the limit that the contract declares for the list',
  // A shorter list shows nothing about the limit.
  appliesTo: (context) => context.query?.kind === 'limit' && (listItems(context)?.length ?? -1) >= context.query.limit,
  violations(context) {
    const { query } = context;
    const length = listItems(context)?.length ?? 0;
    if (query?.kind !== 'limit' || length <= query.limit) return [];
    const { name, place } = query.parameter;
    const because = query.isDefault === true ? 'defaults to' : 'is';
    const violation = {
      expected: `at most ${pluralize(query.limit, 'record')}, because ${name} ${because} ${query.limit}`,
      received: pluralize(length, 'record'),
      responsePart: { in: 'body', path: [] },
      place,
      requirement: `"${name}" is the maximum number of records on a page`,
      key: name,
    } as const;
    return [downgradeIfTolerated(violation, reasonForLongList(query, context.testCase.operation))];
  },
};
