/** A client for the control API described in mock/control/openapi.yaml. */

import { parseExact } from './json-text.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */
/** @import { StoredRule } from '../../model/rule.ts' */

/**
 * @typedef {object} OperationInfo
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {readonly string[]} statuses
 * @property {boolean} isSecured
 * @property {string} [summary]
 * @property {readonly string[]} [tags]
 */

/**
 * @typedef {object} ContractInfo
 * @property {string} prefix
 * @property {string} title
 * @property {string} version
 * @property {readonly string[]} collections
 * @property {boolean} recordsPerUser
 * @property {readonly OperationInfo[]} operations
 * @property {readonly { readonly name: string, readonly credential: string }[]} security
 */

/** @typedef {{ readonly kitVersion: string, readonly contracts: readonly ContractInfo[] }} Info */

/** @typedef {ReturnType<typeof createApi>} Api */

/** The root of the API; this module is served below it. */
const root = new URL('..', import.meta.url);

/** The URL to which an app sends its requests. */
export const baseUrl = new URL('..', root).href.replace(/\/$/, '');

/**
 * Every call throws an Error with the problem reported by the server, or with the reason that it cannot be reached.
 *
 * @param {{ current: () => string, ask: () => Promise<void> }} token requested from the user when the server requires
 * one
 */
export function createApi(token) {
  /**
   * @param {string} path
   * @param {RequestInit} init
   * @returns {Promise<Response>}
   */
  const call = async (path, init = {}) => {
    for (;;) {
      const sent = token.current();
      const response = await fetch(new URL(path, root), { ...init, headers: headersFor(init, sent) });
      if (response.ok) return response;
      if (response.status !== 401) throw await problemOf(response);
      if (token.current() === sent) await token.ask();
    }
  };
  /** @param {string} path */
  const read = async (path) => parseExact(await (await call(path)).text());
  return {
    call,
    /** @param {string} path */
    text: async (path) => (await call(path)).text(),
    read,
    /** @returns {Promise<Info>} */
    info: () => read('info'),
    /** @param {number} limit @returns {Promise<readonly JournalEntry[]>} */
    journal: async (limit) => (await read(`journal?limit=${limit}`)).entries,
    /** @param {number} id @returns {Promise<JournalEntry>} */
    entry: (id) => read(`journal/${id}`),
    /** @param {number} id @returns {Promise<string>} */
    curl: async (id) => (await read(`journal/${id}/curl?base=${encodeURIComponent(baseUrl)}`)).curl,
    /** @param {number} id @returns {Promise<Readonly<Record<'fetch' | 'playwright' | 'msw' | 'test', string>>>} */
    snippets: (id) => read(`journal/${id}/snippets?base=${encodeURIComponent(baseUrl)}`),
    /** @returns {Promise<readonly StoredRule[]>} */
    rules: async () => (await read('rules')).rules,
    /** @param {string} path @param {string} json */
    post: (path, json) => call(path, { method: 'POST', body: json, headers: { 'Content-Type': 'application/json' } }),
    /** @param {string} path @param {string} json */
    put: (path, json) => call(path, { method: 'PUT', body: json, headers: { 'Content-Type': 'application/json' } }),
    /** @param {string} path @param {string} json */
    patch: (path, json) => call(path, { method: 'PATCH', body: json, headers: { 'Content-Type': 'application/json' } }),
    /** @param {string} path */
    remove: (path) => call(path, { method: 'DELETE' }),
  };
}

/**
 * @param {RequestInit} init
 * @param {string} token
 */
function headersFor(init, token) {
  const headers = new Headers(init.headers);
  if (token !== '') headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/**
 * The reason for the user; what is wrong in the body is in its `violations`, by JSON Pointer.
 *
 * @param {Response} response
 * @returns {Promise<Error>}
 */
async function problemOf(response) {
  const text = await response.text();
  try {
    const { detail, title, violations = [] } = JSON.parse(text);
    return Object.assign(new Error(String(detail ?? title ?? `the mock server returned ${response.status}`)), {
      violations,
    });
  } catch {
    return new Error(`the mock server returned ${response.status}`);
  }
}
