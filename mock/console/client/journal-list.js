/** Which journal entries the page keeps, and which it shows. */

/** @import { JournalBody, JournalEntry } from '../../model/journal-entry.ts' */

/**
 * @typedef {object} Filter
 * @property {string} operation empty for any
 * @property {string} status `404`, `4xx` or a prefix of one; empty for any
 * @property {'' | 'valid' | 'invalid'} verdict
 * @property {string} text anywhere in the exchange; empty for any
 */

export const MOST_ENTRIES = 500;
/** The maximum length of a shown body, in characters. */
export const MOST_TEXT = 20_000;

/**
 * Bounded, newest first.
 *
 * @param {readonly JournalEntry[]} entries
 * @param {readonly JournalEntry[]} added oldest first
 * @returns {readonly JournalEntry[]}
 */
export function withAdded(entries, added) {
  return [...added.map(shortened).reverse(), ...entries].slice(0, MOST_ENTRIES);
}

/**
 * @param {JournalEntry} entry
 * @returns {JournalEntry}
 */
function shortened(entry) {
  const { request, response } = entry;
  return {
    ...entry,
    request: { ...request, body: shortBody(request.body) },
    response: response === null ? null : { ...response, body: shortBody(response.body) },
  };
}

/**
 * @param {JournalBody | null} body
 * @returns {JournalBody | null}
 */
function shortBody(body) {
  if (body === null || body.text.length <= MOST_TEXT) return body;
  return { ...body, text: body.text.slice(0, MOST_TEXT), isCut: true };
}

/**
 * @param {JournalEntry} entry
 * @param {Filter} filter
 */
export function matches(entry, { operation, status, verdict, text }) {
  return (
    (operation === '' || entry.operation === operation) &&
    (status === '' || isStatus(entry, status)) &&
    (verdict === '' || entry.valid === (verdict === 'valid')) &&
    (text === '' || textOf(entry).includes(text.toLowerCase()))
  );
}

/**
 * @param {JournalEntry} entry
 * @param {string} wanted
 */
function isStatus({ response }, wanted) {
  const digits = wanted.toLowerCase().replace(/x+$/, '').trim();
  return response !== null && String(response.status).startsWith(digits);
}

/** @param {JournalEntry} entry */
function textOf({ request, response, operation, why, violations }) {
  const parts = [request.method, request.target, operation, why, request.body?.text, response?.body?.text];
  return [...parts, ...violations.map(({ message }) => message)].join('\n').toLowerCase();
}

/**
 * The outcome as short text, and a class for its color.
 *
 * @param {JournalEntry} entry
 * @returns {{ readonly status: string, readonly kind: string }}
 */
export function outcomeOf({ response, fault }) {
  if (response === null) return { status: fault ?? 'none', kind: 'broken' };
  const status = fault === null ? String(response.status) : `${response.status} ${fault}`;
  return { status, kind: `s${String(response.status).slice(0, 1)}` };
}
