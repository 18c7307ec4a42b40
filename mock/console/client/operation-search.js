/** Finds operations by words in their method, path, id, summary and tags. Pure, and fast enough to run on each key. */

/**
 * @typedef {object} Searchable
 * @property {string} method
 * @property {string} path
 * @property {string} [id]
 * @property {string} [summary]
 * @property {readonly string[]} [tags]
 */

/**
 * Operations that contain every word, the best match first; without words all of them, in their order.
 *
 * @template {Searchable} T
 * @param {readonly T[]} operations
 * @param {string} query
 * @returns {readonly T[]}
 */
export function findOperations(operations, query) {
  const words = wordsOf(query);
  if (words.length === 0) return operations;
  return operations
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.operation.path.length - b.operation.path.length)
    .map(({ operation }) => operation);
}

/** @param {string} query */
function wordsOf(query) {
  return query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/**
 * 0 if one of the words does not occur.
 *
 * @param {Searchable} operation
 * @param {readonly string[]} words
 */
function scoreOf({ method, path, id = '', summary = '', tags = [] }, words) {
  const texts = [method, path, id, summary, ...tags];
  let sum = 0;
  for (const word of words) {
    const best = Math.max(...texts.map((text) => matchOf(text, word)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** Separates words, also those of camelCase. */
const boundary = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/**
 * From 4, the whole text, to 1, within a word; 0 for no match.
 *
 * @param {string} text
 * @param {string} word in lower case
 */
function matchOf(text, word) {
  const lower = text.toLowerCase();
  if (!lower.includes(word)) return 0;
  if (lower === word) return 4;
  const parts = text.split(boundary).map((part) => part.toLowerCase());
  if (parts.includes(word)) return 3;
  return lower.startsWith(word) || parts.some((part) => part.startsWith(word)) ? 2 : 1;
}
