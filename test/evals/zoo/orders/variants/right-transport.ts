/** Correct shops with other ETags and lists. */
import { right } from '../../variant.ts';
import { newId, type ShopBehavior } from '../behavior.ts';
import { etagsIn } from '../preconditions.ts';
import { ShopProblem } from '../problem.ts';
import type { Order, Product } from '../state.ts';

export const rightTransport = right<ShopBehavior>([
  {
    name: 'sends-weak-etags',
    description: 'It sends weak ETags, which never match an If-Match.',
    behavior: ({ preconditions }) => ({
      preconditions: { ...preconditions, etagOf: (shown) => `W/${preconditions.etagOf(shown)}` },
    }),
  },
  {
    name: 'compares-weak-etags',
    description: 'It sends weak ETags, and compares them in If-Match too.',
    behavior: ({ preconditions }) => {
      const etagOf = (shown: Parameters<typeof preconditions.etagOf>[0]) => `W/${preconditions.etagOf(shown)}`;
      return {
        preconditions: {
          ...preconditions,
          etagOf,
          matchesIfMatch: (header, etag) => header.trim() === '*' || etagsIn(header).includes(etag),
        },
      };
    },
  },
  {
    name: 'counts-versions-in-etags',
    description: 'It sends the number of the version as the ETag, so that different customers have the same one.',
    behavior: ({ preconditions, showCustomer }) => {
      const versions = new Map<string, number>();
      return {
        showCustomer: (customer) => {
          versions.set(JSON.stringify(showCustomer(customer)), customer.version);
          return showCustomer(customer);
        },
        preconditions: {
          ...preconditions,
          etagOf: (shown) => {
            const version = versions.get(JSON.stringify(shown));
            return version === undefined ? preconditions.etagOf(shown) : `"${version}"`;
          },
        },
      };
    },
  },
  {
    name: 'limits-pages-of-orders',
    description: 'It returns at most three orders and where to continue, whatever the limit.',
    behavior: ({ pageOfOrders }) => ({
      pageOfOrders: (all, query) => pageOfOrders(all, { ...query, limit: Math.min(query.limit, 3) }),
    }),
  },
  {
    name: 'gives-random-cursors',
    description: 'It gives another cursor for each page, and remembers what it means.',
    behavior: ({ pageOfOrders }) => {
      const meanings = new Map<string, string>();
      return {
        pageOfOrders: (all, query) => {
          const cursor = query.cursor === undefined ? undefined : meanings.get(query.cursor);
          if (query.cursor !== undefined && cursor === undefined) throw new ShopProblem(400, 'The cursor is unknown.');
          const { items, next } = pageOfOrders(all, { ...query, cursor });
          const shown = newId();
          if (next !== null) meanings.set(shown, next);
          return { items, next: next === null ? null : shown };
        },
      };
    },
  },
  {
    name: 'gives-cursor-of-empty-last-page',
    description: 'It gives a cursor after a full last page too, which leads to an empty page without one.',
    behavior: ({ pageOfOrders, sortOrders }) => ({
      pageOfOrders: (all, query) => {
        const page = pageOfOrders(all, query);
        if (page.next !== null || page.items.length < query.limit) return page;
        const [last] = sortOrders(page.items, query.sort).slice(-1);
        const behind = last && { ...last, number: last.number + (query.sort.startsWith('-') ? -0.5 : 0.5) };
        const next =
          behind === undefined ? null : pageOfOrders([...page.items, behind], { ...query, cursor: undefined }).next;
        return { ...page, next };
      },
    }),
  },
  {
    name: 'lists-orders-after-a-moment',
    description: 'It lists a new order 300 ms after its creation.',
    behavior: ({ filterOrders }) => ({
      filterOrders: (all, query) =>
        filterOrders(
          all.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) >= 300),
          query,
        ),
    }),
  },
  {
    name: 'keeps-lists-of-products',
    description: 'It keeps each list of products for half a second.',
    behavior: ({ filterProducts }) => {
      const kept = new Map<string, { readonly storedAt: number; readonly products: readonly Product[] }>();
      return {
        filterProducts: (all, query) => {
          const key = JSON.stringify(query);
          const known = kept.get(key);
          if (known !== undefined && Date.now() - known.storedAt < 500) return known.products;
          const products = filterProducts(all, query);
          kept.set(key, { storedAt: Date.now(), products });
          return products;
        },
      };
    },
  },
  {
    name: 'filters-by-status-after-a-moment',
    description: 'It updates the index of the status 200 ms after an action.',
    behavior: ({ filterOrders, applyAction }) => {
      const indexed = new Map<string, { readonly before: Order; readonly until: number }>();
      return {
        applyAction: (state, order, change) => {
          indexed.set(order.id, { before: order, until: Date.now() + 200 });
          return applyAction(state, order, change);
        },
        filterOrders: (all, query) =>
          filterOrders(
            all.map((order) => {
              const entry = indexed.get(order.id);
              return entry !== undefined && Date.now() < entry.until ? entry.before : order;
            }),
            query,
          ),
      };
    },
  },
  {
    name: 'sorts-titles-by-code-unit',
    description: 'It sorts titles by code unit, so that upper case is before lower case.',
    behavior: ({ sortProducts }) => ({
      sortProducts: (all, sort) => {
        if (sort?.endsWith('title') !== true) return sortProducts(all, sort);
        const titleOf = ({ fields }: Product) => String(fields.title);
        const sorted = all.toSorted((a, b) => Number(titleOf(a) > titleOf(b)) - Number(titleOf(a) < titleOf(b)));
        return sort.startsWith('-') ? sorted.toReversed() : sorted;
      },
    }),
  },
  {
    name: 'lists-equal-prices-backwards',
    description: 'It lists products of the same price in another order with each page size.',
    behavior: ({ sortProducts }) => ({
      sortProducts: (all, sort) => sortProducts(sort === undefined ? all : all.toReversed(), sort),
    }),
  },
]);
