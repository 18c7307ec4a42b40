/** A select element for operations, grouped by contract if there are several. */
import { el } from './dom.js';

/** @import { Info, OperationInfo } from './api.js' */

/**
 * Keeps the current selection if it still exists.
 *
 * @param {HTMLSelectElement} choice
 * @param {Info} info
 * @param {string} any the label of the empty option
 */
export function fillOperations(choice, { contracts }, any) {
  const before = choice.value;
  const groups = contracts.map(({ title, prefix, operations }) => {
    const options = operations.map((one) => el('option', { value: one.id }, labelOf(one, prefix)));
    return contracts.length === 1 ? options : [el('optgroup', { label: title }, ...options)];
  });
  choice.replaceChildren(el('option', { value: '' }, any), ...groups.flat());
  choice.value = before;
  if (choice.selectedIndex < 0) choice.value = '';
}

/**
 * @param {OperationInfo} operation
 * @param {string} prefix
 */
function labelOf({ id, method, path }, prefix) {
  const route = `${method.toUpperCase()} ${prefix}${path}`;
  return id.startsWith(`${method.toUpperCase()} `) ? route : `${route} (${id})`;
}
