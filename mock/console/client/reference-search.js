/** The search in the API reference: replaces Swagger UI's, which finds only whole phrases in tags and paths. */
import { createOperationFilter } from './operation-filter.js';
import { findOperations } from './operation-search.js';

/**
 * The parts of Swagger UI's tree that are read here: tags, each with a list of operations, as immutable collections.
 *
 * @typedef {{ readonly get: (name: string) => any, readonly getIn: (path: readonly string[]) => any }} Tree
 */

/**
 * The part of Swagger UI used here.
 *
 * @typedef {object} Reference
 * @property {{ updateFilter: (query: string | false) => void }} layoutActions
 * @property {{ taggedOperations: () => unknown }} specSelectors
 */

/** @returns {{ element: HTMLElement, plugin: () => object, follow: (shown: Reference, count: number) => void }} */
export function createReferenceSearch() {
  /** @type {Reference | undefined} */
  let reference;
  let all = 0;
  const search = createOperationFilter((query) => {
    reference?.layoutActions.updateFilter(query.trim() === '' ? false : query);
    search.showCount(all, all);
    // It is drawn later; this narrows, and so counts, immediately.
    reference?.specSelectors.taggedOperations();
  });
  return {
    element: search.element,
    plugin: () => ({
      components: { FilterContainer: () => null },
      fn: {
        opsFilter: (/** @type {any} */ tags, /** @type {string} */ query) => {
          const narrowed = narrowTags(tags, query);
          search.showCount(operationsIn(narrowed).length, all);
          return narrowed;
        },
      },
    }),
    follow: (shown, count) => {
      reference = shown;
      all = count;
      search.clear();
      search.showCount(all, all);
    },
  };
}

/**
 * An operation with several tags once.
 *
 * @param {any} tags
 */
function operationsIn(tags) {
  const operations = tags.valueSeq().flatMap((/** @type {Tree} */ tag) => tag.get('operations'));
  return [
    ...new Map(
      operations
        .toArray()
        .map(searchable)
        .map((/** @type {any} */ one) => [one.key, one]),
    ).values(),
  ];
}

/**
 * Each tag keeps its best matches first, and the tag with the best match of all comes first.
 *
 * @param {any} tags
 * @param {string} query
 */
function narrowTags(tags, query) {
  const rank = new Map(findOperations(operationsIn(tags), query).map(({ key }, at) => [key, at]));
  const rankOf = (/** @type {Tree} */ operation) => rank.get(searchable(operation).key) ?? Number.MAX_SAFE_INTEGER;
  return tags
    .map((/** @type {any} */ tag) =>
      tag.update('operations', (/** @type {any} */ operations) =>
        operations.filter((/** @type {Tree} */ one) => rank.has(searchable(one).key)).sortBy(rankOf),
      ),
    )
    .filter((/** @type {Tree} */ tag) => tag.get('operations').size > 0)
    .sortBy((/** @type {Tree} */ tag) => rankOf(tag.get('operations').first()));
}

/** @param {Tree} operation */
function searchable(operation) {
  const [method, path] = [String(operation.get('method')), String(operation.get('path'))];
  return {
    key: `${method} ${path}`,
    ...{ method, path, id: textIn(operation, 'operationId'), summary: textIn(operation, 'summary') },
    tags: listIn(operation, 'tags'),
  };
}

/**
 * @param {Tree} operation
 * @param {string} name
 */
function textIn(operation, name) {
  const value = operation.getIn(['operation', name]);
  return typeof value === 'string' ? value : '';
}

/**
 * @param {Tree} operation
 * @param {string} name
 * @returns {readonly string[]}
 */
function listIn(operation, name) {
  const value = operation.getIn(['operation', name]);
  return typeof value?.toArray === 'function' ? value.toArray().map(String) : [];
}
