/** Totals, links and filters of the list of products. */
import { JsonNumber } from '../../json.ts';
import { withReplyBody, withReplyHeaders } from '../http.ts';
import { numberIn } from '../lists.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, replies, withoutReplyHeader } from './overrides.ts';

const products: readonly OperationId[] = ['createProducts', 'listProducts'];

export const wrongProductFilters = deepShopDefects([
  {
    name: 'totals-products-of-page',
    description: 'It returns the number of products of the page as the total.',
    operations: products,
    foundBy: ['total-consistent'],
    behavior: replies('listProducts', (reply) =>
      withReplyBody(reply, (body) =>
        Array.isArray(body.items) ? { ...body, total: new JsonNumber(body.items.length) } : body,
      ),
    ),
  },
  {
    name: 'counts-products-of-page-in-header',
    description: 'It sends the number of products of the page as X-Total-Count, and the right total in the body.',
    operations: products,
    foundBy: ['total-consistent'],
    behavior: replies('listProducts', (reply) => {
      const items = typeof reply.body === 'string' ? (reply.body.match(/"category":/g) ?? []).length : 0;
      return reply.status === 200 ? withReplyHeaders(reply, { 'x-total-count': String(items) }) : reply;
    }),
  },
  {
    name: 'totals-all-products',
    description: 'It returns the number of all products as the total of a filtered list.',
    operations: products,
    foundBy: ['total-consistent'],
    behavior: ({ filterProducts, transformReply }) => {
      let count = 0;
      return {
        filterProducts: (all, query) => {
          count = all.length;
          return filterProducts(all, query);
        },
        transformReply: (reply, operation, request) => {
          const right = transformReply(reply, operation, request);
          if (operation !== 'listProducts' || reply.status !== 200) return right;
          const headers = { 'x-total-count': String(count) };
          return withReplyHeaders(
            withReplyBody(right, (body) => ({ ...body, total: new JsonNumber(count) })),
            headers,
          );
        },
      };
    },
  },
  {
    name: 'links-to-same-page',
    description: 'It links to the page itself as the next one.',
    operations: products,
    foundBy: ['pages-complete'],
    behavior: replies('listProducts', (reply, { query }) => {
      const page = new URLSearchParams(query).get('page') ?? '1';
      const { link } = reply.headers;
      return link === undefined ? reply : withReplyHeaders(reply, { link: link.replace(/page=\d+/, `page=${page}`) });
    }),
  },
  {
    name: 'links-without-filters',
    description: 'It drops filters and limit from the link to the next page.',
    operations: products,
    foundBy: ['pages-complete'],
    behavior: replies('listProducts', (reply) => {
      const [, page] = /[?&]page=(\d+)/.exec(reply.headers['link'] ?? '') ?? [];
      return page === undefined ? reply : withReplyHeaders(reply, { link: `</products?page=${page}>; rel="next"` });
    }),
  },
  {
    name: 'links-to-no-page',
    description: 'It sends no link to the next page.',
    operations: products,
    foundBy: ['pages-complete'],
    behavior: replies('listProducts', (reply) => withoutReplyHeader(reply, 'link')),
  },
  {
    name: 'ignores-inactive-filter',
    description: 'It ignores active=false, as a test for truth does.',
    operations: products,
    foundBy: ['filter-respected'],
    behavior: ({ filterProducts }) => ({
      filterProducts: (all, query) => filterProducts(all, { ...query, active: query.active || undefined }),
    }),
  },
  {
    name: 'reads-any-flag-as-true',
    description: 'It reads active=false as true, as Boolean("false") does.',
    operations: products,
    foundBy: ['filter-respected'],
    behavior: ({ filterProducts }) => ({
      filterProducts: (all, query) =>
        filterProducts(all, query.active === undefined ? query : { ...query, active: true }),
    }),
  },
  {
    name: 'excludes-minimum-price',
    description: 'It leaves out products with exactly the minPrice, although the contract includes them.',
    operations: products,
    foundBy: ['filter-respected'],
    behavior: ({ filterProducts }) => ({
      filterProducts: (all, query) =>
        filterProducts(all, query).filter(({ fields }) => numberIn(fields.price) !== query.minPrice),
    }),
  },
  {
    name: 'searches-titles-with-case',
    description: 'It searches titles with case, although the search is case-insensitive.',
    operations: products,
    foundBy: ['filter-respected'],
    behavior: ({ filterProducts }) => ({
      filterProducts: (all, query) =>
        filterProducts(all, query).filter(({ fields }) => String(fields.title).includes(query.title ?? '')),
    }),
  },
  {
    name: 'searches-beginnings-of-titles',
    description: 'It finds titles that begin with the searched text, but none that contain it.',
    operations: products,
    foundBy: ['filter-respected'],
    behavior: ({ filterProducts }) => ({
      filterProducts: (all, query) =>
        filterProducts(all, query).filter(({ fields }) =>
          String(fields.title)
            .toLowerCase()
            .startsWith(query.title?.toLowerCase() ?? ''),
        ),
    }),
  },
  {
    name: 'fails-beyond-last-page',
    description: 'It fails with 500 for a page after the last.',
    operations: products,
    foundBy: ['no-server-error'],
    behavior: ({ pageOfProducts }) => ({
      pageOfProducts: (all, query) => {
        if (query.page > 1 && (query.page - 1) * query.limit >= all.length) throw new RangeError('no page');
        return pageOfProducts(all, query);
      },
    }),
  },
]);
