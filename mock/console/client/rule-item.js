/** A rule in the list: its summary, how often it was used, its JSON, and a button to remove it. */
import { button, el } from './dom.js';
import { jsonOf, pretty } from './json-text.js';
import { usageOf, wordsOf } from './rule-summary.js';

/** @import { StoredRule } from '../../model/rule.ts' */

/**
 * @typedef {object} RuleActions
 * @property {() => void} remove
 * @property {() => void} edit
 * @property {(isEnabled: boolean) => void} enable
 * @property {(() => void) | undefined} up undefined for the first
 * @property {(() => void) | undefined} down undefined for the last
 */

/**
 * @param {StoredRule} rule
 * @param {RuleActions} actions
 * @returns {HTMLLIElement}
 */
export function ruleItem(rule, { remove, edit, enable, up, down }) {
  const words = wordsOf(rule);
  const isEnabled = rule.enabled !== false;
  const toggle = el('input', {
    type: 'checkbox',
    'aria-label': `Turned on: ${words}`,
    'data-key': `enable ${rule.id}`,
  });
  toggle.checked = isEnabled;
  toggle.addEventListener('change', () => enable(toggle.checked));
  /**
   * @param {string} label
   * @param {(() => void) | undefined} act
   */
  const move = (label, act) =>
    button(label, () => act?.(), {
      class: 'quiet',
      'aria-label': `Move ${label.toLowerCase()}: ${words}`,
      'aria-disabled': act === undefined ? 'true' : undefined,
      'data-key': `${label} ${rule.id}`,
    });
  const { id, taken, skipped, ...written } = rule;
  return el(
    'li',
    { class: 'rule' },
    el(
      'div',
      { class: 'bar' },
      toggle,
      el('bdi', { class: isEnabled ? 'words' : 'words muted' }, words),
      el('span', { class: 'muted' }, isEnabled ? usageOf(rule) : 'turned off'),
      el('span', { class: 'spring' }),
      move('Up', up),
      move('Down', down),
      button('Edit', edit, { class: 'quiet', 'aria-label': `Edit: ${words}`, 'data-key': `edit rule ${rule.id}` }),
      button('Remove', remove, {
        class: 'quiet',
        'aria-label': `Remove: ${words}`,
        'data-key': `remove ${id}`,
      }),
    ),
    el(
      'details',
      { 'data-key': id },
      el('summary', { 'data-key': `summary ${id}` }, `JSON of rule ${id}`),
      el('pre', {}, pretty(jsonOf(written))),
    ),
  );
}
