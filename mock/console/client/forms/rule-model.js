/** A rule as the fields of a form, and back. No DOM. */
import { jsonOf, parseExact } from '../json-text.js';

/** @import { Value } from '../json-text.js' */

/** @typedef {{ readonly name: string, readonly value: string }} NamedText */

/**
 * Texts as the user types them; an empty one is left out.
 *
 * @typedef {object} RuleFields
 * @property {string} operation
 * @property {string} method
 * @property {string} path
 * @property {string} mount
 * @property {readonly NamedText[]} query
 * @property {readonly NamedText[]} requestHeaders
 * @property {readonly NamedText[]} requestBody
 * @property {string} valid `true`, `false` or empty
 * @property {string} status
 * @property {string} example
 * @property {string} delay
 * @property {string} fault
 * @property {readonly NamedText[]} headers
 * @property {Value | undefined} body
 * @property {string} skip
 * @property {string} times
 * @property {string} scenario
 * @property {string} requiredState
 * @property {string} newState
 * @property {boolean} isEnabled
 */

/** @type {RuleFields} */
export const emptyRule = {
  ...{ operation: '', method: '', path: '', mount: '', query: [], requestHeaders: [], requestBody: [], valid: '' },
  ...{ status: '', example: '', delay: '', fault: '', headers: [], body: undefined },
  ...{ skip: '', times: '', scenario: '', requiredState: '', newState: '', isEnabled: true },
};

/**
 * Undefined for a rule that the form cannot show, such as a sequence: it is edited as JSON.
 *
 * @param {Readonly<Record<string, any>>} rule
 * @returns {RuleFields | undefined}
 */
export function fieldsOfRule(rule) {
  const { when = {}, then, repeat, enabled } = rule;
  if (typeof then !== 'object' || then === null || Array.isArray(then) || repeat !== undefined) return undefined;
  return {
    ...{ operation: textOf(when.operation), method: textOf(when.method), path: textOf(when.path) },
    ...{ mount: textOf(when.mount), valid: textOf(when.valid), query: namedTexts(when.query, queryText) },
    ...{ requestHeaders: namedTexts(when.headers, textOf), requestBody: namedTexts(when.body, textOfJson) },
    ...{ status: textOf(then.status), example: textOf(then.example), delay: textOf(then.delay) },
    ...{ fault: textOf(then.fault), headers: namedTexts(then.headers, textOf), body: then.body },
    ...{ skip: textOf(rule['skip']), times: textOf(rule['times']), scenario: textOf(rule['scenario']) },
    ...{ requiredState: textOf(rule['requiredState']), newState: textOf(rule['newState']) },
    isEnabled: enabled !== false,
  };
}

/**
 * The server checks it; a text that is no number stays a text, so that the server reports it.
 *
 * @param {RuleFields} fields
 * @returns {Readonly<Record<string, Value>>}
 */
export function ruleOfFields(fields) {
  const { mount, operation, method, path, valid, query, requestHeaders, requestBody, body, isEnabled } = fields;
  const when = given({
    ...{ mount, operation, method, path },
    query: membersOf(query, (text) => (text.startsWith('[') ? jsonOr(text) : text)),
    headers: membersOf(requestHeaders, (text) => text),
    body: membersOf(requestBody, jsonOr),
    valid: valid === '' ? '' : valid === 'true',
  });
  const { status, example, delay, fault, headers, skip, times, scenario, requiredState, newState } = fields;
  const then = given({
    status: countOf(status),
    headers: membersOf(headers, (text) => text),
    body: body ?? '',
    ...{ example, delay: countOf(delay), fault },
  });
  const whole = given({
    ...{ when: Object.keys(when).length === 0 ? '' : when, skip: countOf(skip), times: countOf(times) },
    ...{ scenario, requiredState, newState, enabled: isEnabled ? '' : false },
  });
  // A body may be null or an empty text.
  return { ...whole, then: body === undefined ? then : { ...then, body } };
}

/**
 * Without empty texts.
 *
 * @param {Readonly<Record<string, Value>>} members
 * @returns {Readonly<Record<string, Value>>}
 */
function given(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}

/** @param {unknown} value */
function textOf(value) {
  return value === undefined || value === null ? '' : String(value);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function queryText(value) {
  return Array.isArray(value) ? jsonOf(value) : textOf(value);
}

/**
 * A text that looks like JSON is written with quotes.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function textOfJson(value) {
  return typeof value === 'string' && jsonOr(value) === value ? value : jsonOf(value);
}

/**
 * @param {string} text
 * @returns {Value}
 */
function jsonOr(text) {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} text
 * @returns {Value}
 */
function countOf(text) {
  const trimmed = text.trim();
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/**
 * @param {unknown} members
 * @param {(value: unknown) => string} text
 * @returns {readonly NamedText[]}
 */
function namedTexts(members, text) {
  if (typeof members !== 'object' || members === null) return [];
  return Object.entries(members).map(([name, value]) => ({ name, value: text(value) }));
}

/**
 * @param {readonly NamedText[]} list
 * @param {(text: string) => Value} value
 * @returns {Value} an empty text if there are none
 */
function membersOf(list, value) {
  const named = list.filter(({ name }) => name !== '');
  return named.length === 0 ? '' : Object.fromEntries(named.map((one) => [one.name, value(one.value)]));
}
