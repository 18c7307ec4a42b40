/** A rule in the list: its summary, how often it was used, its JSON, and a button to remove it. */
import { button, el } from './dom.js';
import { jsonOf, pretty } from './json-text.js';
import { usageOf, wordsOf } from './rule-summary.js';

/** @import { StoredRule } from '../../model/rule.ts' */

/**
 * @param {StoredRule} rule
 * @param {() => void} remove
 * @returns {HTMLLIElement}
 */
export function ruleItem(rule, remove) {
  const words = wordsOf(rule);
  const { id, taken, skipped, ...written } = rule;
  return el(
    'li',
    { class: 'rule' },
    el(
      'div',
      { class: 'bar' },
      el('bdi', { class: 'words' }, words),
      el('span', { class: 'muted' }, usageOf(rule)),
      el('span', { class: 'spring' }),
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
