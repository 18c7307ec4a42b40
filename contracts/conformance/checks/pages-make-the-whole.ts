import type { Json } from '../../../spec/exact-json.ts';
import type { ListShape } from '../lists/query.ts';
import { namesOf, wrongPages } from '../lists/wrong-pages.ts';
import type { Check, Violation } from './check.ts';
import { listIn } from './lists/list-in.ts';

export const pagesMakeTheWhole: Check = {
  id: 'pages-make-the-whole',
  severity: 'fault',
  holds: 'the pages of a list do not overlap, and together have what the whole has',
  title: 'The pages do not make the whole',
  why: 'A client that goes through the pages sees some records twice, and others never. Likely causes: the place of a page counted from one instead of zero, the last page cut off, no fixed order, so that each page is cut from another one. Make the pages from one fixed order, by something unique.',
  restsOn:
    'OpenAPI, Parameter Object: the place and the size of a page that the contract declares for the list',
  appliesTo: (judged) => judged.query?.kind === 'pages' && listIn(judged) !== undefined,
  violations(judged) {
    const { query } = judged;
    const after = listIn(judged);
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

function isSame(before: readonly Json[], after: readonly Json[], shape: ListShape): boolean {
  const [one, other] = [namesOf(before, shape), namesOf(after, shape)];
  return one.length === before.length && one.toSorted().join('\n') === other.toSorted().join('\n');
}
