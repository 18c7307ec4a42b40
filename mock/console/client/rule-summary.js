/** Summarizes a rule in a sentence. */
import { jsonOf } from './json-text.js';

/** @import { ConnectionFault, RuleCondition, RuleEffect, StoredRule } from '../../model/rule.ts' */

/**
 * How each connection fault appears to an app.
 *
 * @type {Readonly<Record<ConnectionFault, string>>}
 */
export const faults = {
  reset: 'the connection is reset',
  empty: 'the connection closes without a response',
  cut: 'the body is cut off',
  drip: 'the body is sent slowly, over several seconds',
  hang: 'no response is sent',
};

/**
 * @param {StoredRule} rule
 * @returns {string} `createOrder: responds with 503 after 250 ms`
 */
export function wordsOf({ when = {}, then, scenario, requiredState, newState }) {
  const state = requiredState === undefined ? '' : ` in the state ${scenario}: ${requiredState}`;
  const change = newState === undefined ? '' : `; then ${scenario}: ${newState}`;
  return `${subjectOf(when)}${state}: ${[then].flat().map(effectOf).join('; next ')}${change}`;
}

/** @param {RuleCondition} when */
function subjectOf({ operation, method, path, query, headers, body, valid }) {
  const route = [operation, method, path].filter((part) => part !== undefined).join(' ');
  const fields = [
    ...wordsOfFields('query', query),
    ...wordsOfFields('header', headers),
    ...wordsOfFields('body', body),
    ...(valid === undefined ? [] : [valid ? 'valid' : 'invalid']),
  ];
  return [route === '' ? 'Any request' : route, ...fields].join(', ');
}

/**
 * @param {string} place
 * @param {Readonly<Record<string, unknown>> | undefined} fields
 */
function wordsOfFields(place, fields = {}) {
  return Object.entries(fields).map(
    ([name, value]) => `${place} ${name} = ${typeof value === 'string' ? value : jsonOf(value)}`,
  );
}

/** @param {RuleEffect} then */
function effectOf({ status, body, example, headers, delay, fault }) {
  const parts = [
    status === undefined ? undefined : `responds with ${status}`,
    body === undefined ? undefined : 'with its own body',
    example === undefined ? undefined : `with example ${example}`,
    headers === undefined ? undefined : `with ${Object.keys(headers).join(', ')}`,
    fault === undefined ? undefined : faults[fault],
    delay === undefined ? undefined : `after ${delay} ms`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/**
 * @param {StoredRule} rule
 * @returns {string}
 */
export function usageOf({ times, taken, skip = 0, skipped }) {
  const left = skip > skipped ? `, skips ${skip - skipped} first` : '';
  if (times === undefined) return `used ${taken} ${taken === 1 ? 'time' : 'times'}, no limit${left}`;
  return taken >= times ? `used up (${taken} of ${times})` : `used ${taken} of ${times}${left}`;
}
