/** Totals, links and filters of the list of orders. */
import { JsonNumber } from '../../json.ts';
import { withReplyBody, withReplyHeaders } from '../http.ts';
import { readCursor } from '../lists.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, replies } from './overrides.ts';

const orders: readonly OperationId[] = ['createCustomer', 'createOrder', 'listOrders'];

export const wrongOrderFilters = deepShopDefects([
  {
    name: 'totals-remaining-orders',
    description: 'It returns as the total what is left from the cursor on, so that it shrinks with every page.',
    operations: orders,
    foundBy: ['total-consistent'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) => {
        const found = filterOrders(all, query);
        if (query.cursor === undefined || query.sort !== '-createdAt') return found;
        const [, number] = readCursor(query.cursor);
        return found.filter((order) => order.number < number);
      },
    }),
  },
  {
    name: 'totals-orders-of-page',
    description: 'It returns the number of orders of the page as the total.',
    operations: orders,
    foundBy: ['total-consistent'],
    behavior: replies('listOrders', (reply) =>
      withReplyBody(reply, (body) =>
        Array.isArray(body.items) ? { ...body, total: new JsonNumber(body.items.length) } : body,
      ),
    ),
  },
  {
    name: 'ignores-filter-for-not-express',
    description: 'It ignores express=false, as a test for truth does.',
    operations: orders,
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) => filterOrders(all, { ...query, express: query.express || undefined }),
    }),
  },
  {
    name: 'inverts-filter-for-express',
    description: 'It returns the orders that are not express for express=true, and the others for false.',
    operations: orders,
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) =>
        filterOrders(all, query.express === undefined ? query : { ...query, express: !query.express }),
    }),
  },
  {
    name: 'filters-by-first-status',
    description: 'It filters by the status that an order had when it was created, as a stale index does.',
    operations: [...orders, 'placeOrder', 'cancelOrder'],
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) =>
        filterOrders(all, { ...query, status: undefined }).filter(
          () => query.status === undefined || query.status === 'draft',
        ),
    }),
  },
  {
    name: 'compares-customers-as-doubles',
    description: 'It compares customer ids as doubles, so that it returns orders of other customers too.',
    operations: orders,
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) =>
        filterOrders(all, { ...query, customerId: undefined }).filter(
          ({ customerId }) => query.customerId === undefined || Number(customerId) === Number(query.customerId),
        ),
    }),
  },
  {
    name: 'ignores-filter-by-customer',
    description: 'It ignores the filter by customer, and returns the orders of all.',
    operations: orders,
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) => filterOrders(all, { ...query, customerId: undefined }),
    }),
  },
  {
    name: 'joins-filters-by-or',
    description: 'It returns orders that one of two filters selects.',
    operations: orders,
    foundBy: ['filter-respected'],
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) => {
        if (query.express === undefined || query.status === undefined) return filterOrders(all, query);
        const byStatus = new Set(filterOrders(all, { ...query, express: undefined }));
        const byFlag = new Set(filterOrders(all, { ...query, status: undefined }));
        return all.filter((order) => byStatus.has(order) || byFlag.has(order));
      },
    }),
  },
  {
    name: 'links-without-cursor',
    description: 'It links to the first page as the next one.',
    operations: orders,
    foundBy: ['pages-complete'],
    behavior: replies('listOrders', (reply) => {
      const { link } = reply.headers;
      return link === undefined
        ? reply
        : withReplyHeaders(reply, { link: link.replace(/([?&])cursor=[\w-]+/, '$1x=1') });
    }),
  },
  {
    name: 'returns-fifty-orders-by-default',
    description: 'It returns up to 50 orders without a limit, although the limit defaults to 20.',
    operations: orders,
    foundBy: ['limit-respected'],
    behavior: () => ({
      transformRequest: (request) =>
        request.path !== '/orders' || /(^|&)limit=/.test(request.query)
          ? request
          : { ...request, query: `${request.query}&limit=50` },
    }),
  },
  {
    name: 'fails-for-unknown-cursors',
    description: 'It fails with 500 for a cursor that it has not returned.',
    operations: orders,
    foundBy: ['no-server-error'],
    behavior: ({ pageOfOrders }) => ({
      pageOfOrders: (all, query) => {
        const text = Buffer.from(query.cursor ?? '', 'base64url').toString();
        if (query.cursor !== undefined && !/^\d+ \d+$/.test(text)) throw new TypeError('no cursor');
        return pageOfOrders(all, query);
      },
    }),
  },
]);
