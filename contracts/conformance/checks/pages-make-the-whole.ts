import type { Json } from '../../../spec/json/exact-json.ts';
import type { ListQuery, ListShape } from '../model/list-query.ts';
import { namesOf, wrongPages } from '../stateful/lists/query.ts';
import type { Check, Violation } from './check.ts';
import { listIn } from './lists/list-in.ts';

export const pagesMakeTheWhole: Check = {
  id: 'pages-make-the-whole',
  severity: 'fault',
  holds: 'the pages of a list do not overlap, together have what the whole has, and end with it',
  title: 'The pages do not make the whole',
  why: 'A client that goes through the pages sees some records twice, and others never. Likely causes: the place of a page counted from one instead of zero, the last page cut off, no fixed order, so that each page is cut from another one; pages beyond the end that are filled up. Make the pages from one fixed order, by something unique.',
  restsOn:
    'OpenAPI, Parameter Object: the place and the size of a page that the contract declares for the list',
  appliesTo: (judged) =>
    ['pages', 'made up'].includes(judged.query?.kind ?? '') && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    const after = listIn(judged);
    if (query?.kind === 'made up' && after !== undefined) return madeUp(query, after);
    if (query?.kind !== 'pages' || after === undefined) return [];
    const { shape, parameter } = query;
    const wrong = wrongPages(query, shape);
    // Others may have changed the list in the meantime.
    if (wrong === undefined || !isSame(query.before, after, shape)) return [];
    const { name, place } = parameter;
    const rule = `"${name}" names one part of the list after the other`;
    return [{ ...wrong, at: { in: 'body', path: [] }, place, rule } satisfies Violation];
  },
};

/** What was there before cannot be read, and each time something else is there. */
function madeUp(
  { page, seen, shape, parameter: { name, place } }: Extract<ListQuery, { kind: 'made up' }>,
  now: readonly Json[],
): readonly Violation[] {
  const names = namesOf(now, shape);
  if (names.length === 0 || names.some((one) => seen.includes(one))) return [];
  return [
    {
      expected: 'an end of the list, or records that are there',
      received: `page ${page} with other records each time, none of which can be read: ${seen.at(-1)} is not there`,
      at: { in: 'body', path: [] },
      place,
      rule: `"${name}" names one part of the list after the other`,
      key: 'made up',
    },
  ];
}

function isSame(before: readonly Json[], after: readonly Json[], shape: ListShape): boolean {
  const [one, other] = [namesOf(before, shape), namesOf(after, shape)];
  return one.length === before.length && one.toSorted().join('\n') === other.toSorted().join('\n');
}
