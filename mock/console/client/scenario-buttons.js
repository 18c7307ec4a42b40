/** A button for each effect that a rule can have on the next request. */
import { button, el, replaceKeeping } from './dom.js';
import { faults } from './rule-summary.js';

/** @import { ConnectionFault, RuleEffect } from '../../model/rule.ts' */
/** @import { Info } from './api.js' */

/** @typedef {(then: RuleEffect) => void} Setter */

/** Statuses that every app should handle, declared or not. */
const usual = [429, 500, 503];

/** @type {readonly ConnectionFault[]} */
const faultNames = ['reset', 'empty', 'cut', 'drip', 'hang'];

/**
 * @param {HTMLElement} place
 * @param {Info} info
 * @param {string} operation empty for any
 * @param {Setter} set
 */
export function showSwitches(place, info, operation, set) {
  const declared = declaredStatuses(info, operation);
  const others = usual.filter((status) => !declared.includes(status));
  const delay = { title: 'The usual response, after the delay', 'data-key': 'set delay' };
  replaceKeeping(place, [
    ...group(
      'Declared',
      declared.map((status) => statusSwitch(status, set)),
    ),
    ...group(
      'Other',
      others.map((status) => statusSwitch(status, set)),
    ),
    ...group(
      'Connection',
      faultNames.map((fault) => faultSwitch(fault, set)),
    ),
    ...group('Time', [button('only the delay', () => set({}), delay)]),
  ]);
}

/**
 * Ignores `4XX` and `default`, which name no single status.
 *
 * @param {Info} info
 * @param {string} operation
 * @returns {readonly number[]}
 */
function declaredStatuses({ contracts }, operation) {
  const wanted = contracts
    .flatMap(({ operations }) => operations)
    .filter(({ id }) => operation === '' || id === operation);
  const statuses = wanted.flatMap((one) => one.statuses.filter((status) => /^[2-5]\d\d$/.test(status)));
  return [...new Set(statuses.map(Number))].sort((a, b) => a - b);
}

/**
 * @param {string} name
 * @param {readonly HTMLElement[]} switches
 */
function group(name, switches) {
  if (switches.length === 0) return [];
  return [el('fieldset', {}, el('legend', {}, name), ...switches)];
}

/**
 * @param {number} status
 * @param {Setter} set
 */
function statusSwitch(status, set) {
  const kind = `s${String(status).slice(0, 1)}`;
  return button(String(status), () => set({ status }), {
    ...{ class: `status ${kind}`, 'data-status': status, 'data-key': `set ${status}` },
  });
}

/**
 * @param {ConnectionFault} fault
 * @param {Setter} set
 */
function faultSwitch(fault, set) {
  return button(fault, () => set({ fault }), {
    ...{ title: faults[fault], 'data-fault': fault, 'data-key': `set ${fault}` },
  });
}
