/** Pages and order of the list of products. */
import { numberIn } from '../lists.ts';
import type { OperationId } from '../routes.ts';
import { basicShopDefects, deepShopDefects } from './overrides.ts';

const products: readonly OperationId[] = ['createProducts', 'listProducts'];

export const wrongProductLists = [
  ...basicShopDefects([
    {
      name: 'ignores-limit-of-products',
      description: 'It returns up to 50 products, whatever the limit.',
      operations: products,
      foundBy: ['limit-respected'],
      behavior: ({ pageOfProducts }) => ({
        pageOfProducts: (all, query) => pageOfProducts(all, { ...query, limit: 50 }),
      }),
    },
    {
      name: 'returns-one-product-too-many',
      description: 'It returns a product more than the limit, the one that shows whether there is a next page.',
      operations: products,
      foundBy: ['limit-respected'],
      behavior: () => ({
        pageOfProducts: (all, { page, limit }) => all.slice((page - 1) * limit, page * limit + 1),
      }),
    },
    {
      name: 'ignores-category-of-products',
      description: 'It ignores the filter by category.',
      operations: products,
      foundBy: ['filter-respected'],
      behavior: ({ filterProducts }) => ({
        filterProducts: (all, query) => filterProducts(all, { ...query, category: undefined }),
      }),
    },
    {
      name: 'ignores-maximum-price',
      description: 'It ignores maxPrice.',
      operations: products,
      foundBy: ['filter-respected'],
      behavior: ({ filterProducts }) => ({
        filterProducts: (all, query) => filterProducts(all, { ...query, maxPrice: undefined }),
      }),
    },
    {
      name: 'sorts-prices-as-text',
      description: 'It sorts prices as text, so that 9 is after 10.',
      operations: products,
      foundBy: ['sort-respected'],
      behavior: ({ sortProducts }) => ({
        sortProducts: (all, sort) =>
          sort?.endsWith('price')
            ? all.toSorted((a, b) => {
                const [left, right] = [String(numberIn(a.fields.price)), String(numberIn(b.fields.price))];
                return (sort.startsWith('-') ? -1 : 1) * (Number(left > right) - Number(left < right));
              })
            : sortProducts(all, sort),
      }),
    },
    {
      name: 'sorts-products-upwards-alone',
      description: 'It ignores the minus of the sort.',
      operations: products,
      foundBy: ['sort-respected'],
      behavior: ({ sortProducts }) => ({ sortProducts: (all, sort) => sortProducts(all, sort?.replace('-', '')) }),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'loses-full-last-page',
      description: 'It returns an empty last page if that page is full.',
      operations: products,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfProducts }) => ({
        pageOfProducts: (all, query) => {
          const isLast = query.page > 1 && query.page * query.limit === all.length;
          return isLast ? [] : pageOfProducts(all, query);
        },
      }),
    },
    {
      name: 'repeats-second-page',
      description: 'It returns the second page for every later one.',
      operations: products,
      foundBy: ['pages-complete'],
      behavior: ({ pageOfProducts }) => ({
        pageOfProducts: (all, query) => pageOfProducts(all, { ...query, page: Math.min(query.page, 2) }),
      }),
    },
    {
      name: 'counts-pages-from-zero',
      description: 'It skips the first page: page 1 is the second one.',
      operations: products,
      foundBy: ['page-taken-last'],
      behavior: ({ pageOfProducts }) => ({
        pageOfProducts: (all, query) => {
          const isWhole = all.length <= query.limit;
          return isWhole ? pageOfProducts(all, query) : pageOfProducts(all, { ...query, page: query.page + 1 });
        },
      }),
    },
    {
      name: 'skips-product-between-pages',
      description: 'It skips one product between two pages, as an offset of `page * limit + 1` does.',
      operations: products,
      foundBy: ['pages-complete'],
      behavior: () => ({
        pageOfProducts: (all, { page, limit }) => {
          const start = (page - 1) * limit + (page - 1);
          return all.slice(start, start + limit);
        },
      }),
    },
    {
      name: 'sorts-each-page',
      description: 'It sorts the products of a page, but not the list.',
      operations: products,
      foundBy: ['page-taken-last'],
      behavior: ({ sortProducts, pageOfProducts }) => ({
        sortProducts: (all) => all,
        pageOfProducts: (all, query) => sortProducts(pageOfProducts(all, query), query.sort),
      }),
    },
    {
      name: 'filters-each-page',
      description: 'It filters the products of a page by category, so that matches of later pages are missing.',
      operations: products,
      foundBy: ['pages-complete'],
      behavior: ({ filterProducts, pageOfProducts }) => ({
        filterProducts: (all, query) => filterProducts(all, { ...query, category: undefined }),
        pageOfProducts: (all, query) =>
          pageOfProducts(all, query).filter(
            ({ fields }) => query.category === undefined || fields.category === query.category,
          ),
      }),
    },
  ]),
];
