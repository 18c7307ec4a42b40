import { count } from '../../report/words.ts';
import { type Check, weighed } from './check.ts';
import { listIn } from './lists/list-in.ts';

export const limitIsKept: Check = {
  id: 'limit-is-kept',
  severity: 'fault',
  holds: 'a list has no more records than its limit asks for',
  title: 'A list is longer than its limit',
  why: 'A client that asks for few, since it has room for few, gets them all: pages overlap, screens break, and on a large store the answer does not end. Likely cause: the parameter is read under another name, or not at all. Return no more records than were asked for; fewer are fine.',
  restsOn: 'OpenAPI, Parameter Object: the limit that the contract declares for the list',
  appliesTo: (judged) => judged.query?.kind === 'limit' && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    const length = listIn(judged)?.length ?? 0;
    if (query?.kind !== 'limit' || length <= query.limit) return [];
    const { name, place } = query.parameter;
    const violation = {
      expected: `at most ${count(query.limit, 'record')}, since ${name} is ${query.limit}`,
      received: count(length, 'record'),
      at: { in: 'body', path: [] },
      place,
      rule: `"${name}" says how many records a page has at most`,
      key: name,
    } as const;
    // `size` and `count` may say something else.
    return [weighed(violation, isPlain(name) ? undefined : 'the name need not mean the length of a page')];
  },
};

function isPlain(name: string): boolean {
  return /limit|per.?page|page.*size|max.*(?:results|items)|^take$|^\$?top$/i.test(name);
}
