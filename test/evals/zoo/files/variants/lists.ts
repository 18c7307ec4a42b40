/** Lists of files that show other files, or in another order, than they should. */
import { hasValues, isNear, shelfOf, titleOf } from '../lists.ts';
import type { FileQuery } from '../parameters.ts';
import { deep, type FilesDefect, type FilesFault } from '../variant.ts';
import { at, inObject, responds, withJson } from './changes.ts';

const scope = { operations: ['uploadFile', 'listFiles'], categories: ['lifecycles', 'list-queries'] };

type ListDefect = Pick<FilesDefect, 'name' | 'description' | 'behavior'>;

function lists(foundBy: string, defects: readonly ListDefect[]): readonly FilesFault[] {
  return deep(defects.map((defect) => ({ ...scope, ...defect, foundBy: [foundBy] })));
}

function without(...names: readonly (keyof FileQuery)[]): FilesDefect['behavior'] {
  return ({ matches }) => ({
    matches: (file, query) =>
      matches(file, { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  });
}

export const wrongLists: readonly FilesFault[] = [
  ...lists('scoped-to-parent', [
    {
      name: 'lists-files-of-every-folder',
      description: 'It lists the files of all folders below each of them.',
      behavior: () => ({ filesOf: ({ files }) => [...files.values()] }),
    },
  ]),
  ...lists('list-has-created', [
    {
      name: 'lists-all-but-the-last',
      description: 'It leaves the newest file out of its folder.',
      behavior: ({ filesOf }) => ({ filesOf: (state, folder) => filesOf(state, folder).slice(0, -1) }),
    },
    {
      name: 'lists-no-images',
      description: 'It lists files of one of two media types.',
      behavior: ({ filesOf }) => ({
        filesOf: (state, folder) => filesOf(state, folder).filter(({ type }) => type !== 'image/png'),
      }),
    },
  ]),
  ...lists('list-shows-written', [
    {
      name: 'lists-without-comments',
      description: 'It leaves optional members out of the items of a list.',
      behavior: responds(
        withJson(
          inObject(({ items, ...page }) => ({
            ...page,
            items: Array.isArray(items)
              ? items.map(inObject(({ comment: _comment, meta: _meta, ...rest }) => ({ ...rest, meta: {} })))
              : [],
          })),
        ),
        (response, operation) =>
          at('listFiles')(response, operation) && String(response.headers['content-type']).includes('json'),
      ),
    },
  ]),
  ...lists('pages-complete', [
    {
      name: 'repeats-last-of-page',
      description: 'It begins a page with the last file of the page before.',
      behavior: () => ({
        pageOf: (files, { cursor, limit }) => {
          const start = cursor === undefined ? 0 : files.findIndex(({ id }) => id === cursor);
          return start === -1 ? [] : files.slice(start, start + limit);
        },
      }),
    },
    {
      name: 'skips-one-between-pages',
      description: 'It leaves out a file between two pages.',
      behavior: ({ pageOf }) => ({
        pageOf: (files, query) =>
          query.cursor === undefined
            ? pageOf(files, query)
            : pageOf(files, { ...query, limit: query.limit + 1 }).slice(1),
      }),
    },
    {
      name: 'begins-again-after-last-page',
      description: 'It gives a cursor with every page, and after the last one begins again.',
      behavior: () => ({
        nextOf: (files, page) => (page.at(-1) === files.at(-1) ? (files[0]?.id ?? null) : (page.at(-1)?.id ?? null)),
      }),
    },
    {
      name: 'ends-after-first-page',
      description: 'It gives no cursor, although there are more files.',
      behavior: () => ({ nextOf: () => null }),
    },
    {
      name: 'ignores-cursor',
      description: 'It shows the first page for every cursor.',
      behavior: ({ pageOf }) => ({ pageOf: (files, query) => pageOf(files, { ...query, cursor: undefined }) }),
    },
  ]),
  ...lists('total-consistent', [
    {
      name: 'counts-page-as-total',
      description: 'It gives the number of files in the page as the total.',
      behavior: () => ({ totalOf: (_files, page) => page.length }),
    },
    {
      name: 'counts-one-more',
      description: 'It counts one file more than there is.',
      behavior: () => ({ totalOf: ({ length }) => length + 1 }),
    },
    {
      name: 'gives-other-total-in-header',
      description: 'It gives the number of files in the page as X-Total-Count.',
      behavior: responds(
        (response) => ({ ...response, headers: { ...response.headers, 'x-total-count': '0' } }),
        at('listFiles'),
      ),
    },
  ]),
  ...lists('limit-respected', [
    {
      name: 'ignores-limit',
      description: 'It shows up to 50 files in a page whatever the limit is.',
      behavior: ({ pageOf }) => ({ pageOf: (files, query) => pageOf(files, { ...query, limit: 50 }) }),
    },
    {
      name: 'shows-one-beyond-limit',
      description: 'It shows one file more than the limit.',
      behavior: ({ pageOf }) => ({
        pageOf: (files, query) => pageOf(files, { ...query, limit: Math.min(50, query.limit + 1) }),
      }),
    },
  ]),
  ...lists('filter-respected', [
    { name: 'ignores-type', description: 'It ignores the filter by an enum.', behavior: without('type') },
    { name: 'ignores-shelves', description: 'It ignores the filter by an array.', behavior: without('shelves') },
    {
      name: 'filters-by-first-shelf',
      description: 'It filters by the first item of an array alone.',
      behavior: ({ matches }) => ({
        matches: (file, { shelves, ...query }) => matches(file, { ...query, shelves: shelves?.slice(0, 1) }),
      }),
    },
    {
      name: 'ignores-bytes-from',
      description: 'It ignores the lower bound of a deepObject.',
      behavior: without('from'),
    },
    { name: 'ignores-bytes-to', description: 'It ignores the upper bound of a deepObject.', behavior: without('to') },
    {
      name: 'leaves-out-bounds-of-bytes',
      description: 'It leaves out files whose size is one of the bounds, which are included.',
      behavior: ({ matches }) => ({
        matches: (file, query) => matches(file, query) && ![query.from, query.to].includes(BigInt(file.content.length)),
      }),
    },
    { name: 'ignores-near', description: 'It ignores a deepObject of numbers.', behavior: without('near') },
    {
      name: 'swaps-near',
      description: 'It looks for latitude and longitude in each other’s place.',
      behavior: ({ matches }) => ({
        matches: (file, { near, ...query }) =>
          matches(file, { ...query, near: undefined }) &&
          (near === undefined || isNear(file, { lat: near.long, long: near.lat })),
      }),
    },
    { name: 'ignores-where', description: 'It ignores JSON in the query.', behavior: without('where') },
    {
      name: 'filters-by-first-member-of-where',
      description: 'It filters by the first member of JSON in the query alone.',
      behavior: ({ matches }) => ({
        matches: (file, { where, ...query }) =>
          matches(file, { ...query, where: where && Object.fromEntries(Object.entries(where).slice(0, 1)) }),
      }),
    },
    {
      name: 'finds-titles-in-any-case',
      description: 'It compares titles without their case.',
      behavior: ({ matches }) => ({
        matches: (file, { where, ...query }) => {
          const title = where?.['title'];
          const isTitled = typeof title !== 'string' || title.toLowerCase() === titleOf(file).toLowerCase();
          const { title: _title, ...rest } = where ?? {};
          return matches(file, { ...query, where: undefined }) && isTitled && hasValues(file, rest);
        },
      }),
    },
    {
      name: 'finds-shelves-by-their-beginning',
      description: 'It compares numbers as texts by their beginning: 1 finds 12 too.',
      behavior: ({ matches }) => ({
        matches: (file, { shelves, ...query }) =>
          matches(file, { ...query, shelves: undefined }) &&
          (shelves === undefined || shelves.some((shelf) => String(shelfOf(file)).startsWith(String(shelf)))),
      }),
    },
  ]),
  ...lists('sort-respected', [
    {
      name: 'ignores-sort',
      description: 'It lists in the order of creation whatever is requested.',
      behavior: () => ({ ordered: (files) => files }),
    },
    {
      name: 'ignores-minus-of-sort',
      description: 'It sorts from the smallest alone.',
      behavior: ({ ordered }) => ({ ordered: (files, sort) => ordered(files, sort?.replace('-', '')) }),
    },
    {
      name: 'sorts-bytes-as-text',
      description: 'It sorts numbers as texts: 10 is before 9.',
      behavior: ({ ordered }) => ({
        ordered: (files, sort) => {
          if (!sort?.endsWith('bytes')) return ordered(files, sort);
          const sorted = files.toSorted((a, b) => (String(a.content.length) < String(b.content.length) ? -1 : 1));
          return sort.startsWith('-') ? sorted.toReversed() : sorted;
        },
      }),
    },
  ]),
  ...lists('page-taken-last', [
    {
      name: 'sorts-page-alone',
      description: 'It sorts within each page.',
      behavior: ({ ordered, pageOf }) => {
        let sort: string | undefined;
        return {
          ordered: (files, wanted) => {
            sort = wanted;
            return files;
          },
          pageOf: (files, query) => ordered(pageOf(files, query), sort),
        };
      },
    },
  ]),
];
