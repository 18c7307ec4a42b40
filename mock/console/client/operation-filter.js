/** The field that narrows the operations of a select element or of the API reference. */
import { el } from './dom.js';

/** With fewer operations, a list is read faster than searched. */
const WORTH_SEARCHING = 10;

/**
 * @typedef {object} OperationFilter
 * @property {HTMLElement} element
 * @property {() => string} query empty while the field is hidden
 * @property {(found: number, all: number) => void} showCount
 * @property {() => void} clear
 */

/**
 * @param {(query: string) => void} onQuery on each input
 * @param {() => void} onEnter
 * @returns {OperationFilter}
 */
export function createOperationFilter(onQuery, onEnter = () => {}) {
  const field = el('input', { type: 'search', autocomplete: 'off', placeholder: 'path, method, name, tag' });
  const count = el('span', { class: 'muted', role: 'status' });
  const element = el('search', { class: 'bar', hidden: true }, el('label', {}, 'Find ', field), count);
  field.addEventListener('input', () => onQuery(field.value));
  field.addEventListener('keydown', (event) => {
    // Enter while an input method composes a word confirms that word.
    if (event.key !== 'Enter' || event.isComposing) return;
    // It would submit the form around the field.
    event.preventDefault();
    onEnter();
  });
  return {
    element,
    query: () => (element.hidden ? '' : field.value),
    showCount: (found, all) => {
      element.hidden = all < WORTH_SEARCHING;
      const text = field.value.trim() === '' ? '' : `${found} of ${all} operations`;
      if (count.textContent !== text) count.textContent = text;
    },
    clear: () => {
      field.value = '';
      count.textContent = '';
    },
  };
}
