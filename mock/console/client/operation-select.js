/** Choices of an operation, by contract where several are served. */
import { el } from './dom.js';

/** @import { Info, OperationInfo } from './api.js' */

/**
 * Keeps what was chosen, where it is still there.
 *
 * @param {HTMLSelectElement} choice
 * @param {Info} info
 * @param {string} any how the empty choice is called
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
