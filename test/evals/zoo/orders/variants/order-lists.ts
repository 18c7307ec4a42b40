/** Pages and order of the list of orders. */
import { positionOf, readCursor, totalOf, writeCursor } from '../lists.ts';
import type { OperationId } from '../routes.ts';
import { basicShopDefects, deepShopDefects } from './overrides.ts';

const orders: readonly OperationId[] = ['createCustomer', 'createOrder', 'listOrders'];

export const wrongOrderLists = [
  ...basicShopDefects([
    {
      name: 'lists-oldest-orders-first',
      description: 'It lists the oldest orders first, although the contract says newest first.',
      operations: orders,
      foundBy: ['sort-respected'],
      behavior: ({ sortOrders }) => ({
        sortOrders: (all, sort) => sortOrders(all, sort.endsWith('createdAt') ? 'createdAt' : sort),
      }),
    },
    {
      name: 'sorts-totals-as-text',
      description: 'It sorts totals as text.',
      operations: orders,
      foundBy: ['sort-respected'],
      behavior: ({ sortOrders }) => ({
        sortOrders: (all, sort) =>
          sort.endsWith('totalCents')
            ? all.toSorted((a, b) => {
                const [left, right] = [String(totalOf(a)), String(totalOf(b))];
                return (sort.startsWith('-') ? -1 : 1) * (Number(left > right) - Number(left < right));
              })
            : sortOrders(all, sort),
      }),
    },
    {
      name: 'ignores-minimum-total',
      description: 'It ignores minTotalCents.',
      operations: orders,
      foundBy: ['filter-respected'],
      behavior: ({ filterOrders }) => ({
        filterOrders: (all, query) => filterOrders(all, { ...query, minTotalCents: undefined }),
      }),
    },
    {
      name: 'ignores-limit-of-orders',
      description: 'It returns 20 orders, whatever the limit.',
      operations: orders,
      foundBy: ['limit-respected'],
      behavior: ({ pageOfOrders }) => ({ pageOfOrders: (all, query) => pageOfOrders(all, { ...query, limit: 20 }) }),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'skips-order-after-cursor',
      description: 'It skips the first order of every page after the first.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => {
          const page = pageOfOrders(all, query);
          return query.cursor === undefined ? page : { ...page, items: page.items.slice(1) };
        },
      }),
    },
    {
      name: 'repeats-order-of-cursor',
      description: 'It begins a page with the last order of the page before, as `<=` in place of `<` does.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => {
          const page = pageOfOrders(all, query);
          if (query.cursor === undefined) return page;
          const [, number] = readCursor(query.cursor);
          return {
            ...page,
            items: [...all.filter((order) => order.number === number), ...page.items].slice(0, query.limit),
          };
        },
      }),
    },
    {
      name: 'stops-after-two-pages',
      description: 'It returns no cursor on the second page.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => {
          const page = pageOfOrders(all, query);
          return query.cursor === undefined ? page : { ...page, next: null };
        },
      }),
    },
    {
      name: 'gives-cursor-on-last-page',
      description:
        'It returns a cursor on the last page too, which leads to an empty page with a cursor, without an end.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => {
          const page = pageOfOrders(all, query);
          const last = page.items.at(-1);
          const own = last === undefined ? (query.cursor ?? null) : writeCursor(positionOf(last, query.sort));
          return { ...page, next: page.next ?? own };
        },
      }),
    },
    {
      name: 'returns-first-page-for-cursor',
      description: 'It ignores the cursor, and returns the first page again.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => pageOfOrders(all, { ...query, cursor: undefined }),
      }),
    },
    {
      name: 'skips-equal-totals',
      description:
        'It continues a list by total after the total of the cursor, so that orders with the same one are skipped.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders }) => ({
        pageOfOrders: (all, query) => {
          if (query.cursor === undefined || !query.sort.endsWith('totalCents')) return pageOfOrders(all, query);
          const [total] = readCursor(query.cursor);
          return pageOfOrders(
            all.filter((order) => totalOf(order) !== total),
            query,
          );
        },
      }),
    },
    {
      name: 'pages-sorted-lists-by-time',
      description: 'It continues a list by total as if it were sorted by time.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfOrders, sortOrders }) => ({
        pageOfOrders: (all, query) => {
          if (query.cursor === undefined || !query.sort.endsWith('totalCents')) return pageOfOrders(all, query);
          const [, number] = readCursor(query.cursor);
          const byTime = sortOrders(all, '-createdAt').filter((order) => order.number < number);
          return pageOfOrders(byTime, { ...query, cursor: undefined, sort: '-createdAt' });
        },
      }),
    },
    {
      name: 'forgets-filters-after-first-page',
      description: 'It applies filters to the first page alone.',
      operations: orders,
      foundBy: ['pages-complete'],
      behavior: ({ filterOrders }) => ({
        filterOrders: (all, query) => (query.cursor === undefined ? filterOrders(all, query) : all),
      }),
    },
  ]),
];
