import { pluralize } from '../../report/text-format.ts';
import { type Check, downgradeIfTolerated } from './check.ts';
import { listItems } from './lists/list-items.ts';

export const limitRespected: Check = {
  id: 'limit-respected',
  severity: 'error',
  invariant: 'a list has no more records than its limit asks for',
  title: 'A list is longer than its limit',
  why: 'A client that asks for few, since it has room for few, gets them all: pages overlap, screens break, and on a large store the answer does not end. Likely cause: the parameter is read under another name, or not at all. Return no more records than were asked for; fewer are fine.',
  references: 'OpenAPI, Parameter Object: the limit that the contract declares for the list',
  appliesTo: (context) => context.query?.kind === 'limit' && listItems(context) !== undefined,
  violations(context) {
    const { query } = context;
    const length = listItems(context)?.length ?? 0;
    if (query?.kind !== 'limit' || length <= query.limit) return [];
    const { name, place } = query.parameter;
    const violation = {
      expected: `at most ${pluralize(query.limit, 'record')}, since ${name} is ${query.limit}`,
      received: pluralize(length, 'record'),
      responsePart: { in: 'body', path: [] },
      place,
      requirement: `"${name}" says how many records a page has at most`,
      key: name,
    } as const;
    // `size` and `count` may mean something else.
    return [
      downgradeIfTolerated(
        violation,
        clearlyNamesPageSize(name) ? undefined : 'the name need not mean the length of a page',
      ),
    ];
  },
};

function clearlyNamesPageSize(name: string): boolean {
  return /limit|per.?page|page.*size|max.*(?:results|items)|^take$|^\$?top$/i.test(name);
}
