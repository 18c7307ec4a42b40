/** A select element for operations, grouped by contract if there are several, and the field that narrows it. */
import { el } from './dom.js';
import { createOperationFilter } from './operation-filter.js';
import { findOperations } from './operation-search.js';

/** @import { ContractInfo, Info, OperationInfo } from './api.js' */

/**
 * Keeps the current selection if it still exists.
 *
 * @param {HTMLSelectElement} choice
 * @param {Info} info
 * @param {string} any the label of the empty option
 */
export function fillOperations(choice, { contracts }, any) {
  const before = choice.value;
  const groups = contracts.map((contract) => optionsOf(contract, contract.operations, contracts.length > 1));
  choice.replaceChildren(el('option', { value: '' }, any), ...groups.flat());
  choice.value = before;
  if (choice.selectedIndex < 0) choice.value = '';
}

/**
 * Creates the search field of a select element. What is selected changes only when the user presses Enter, which selects
 * the best match, or selects another one.
 *
 * @param {HTMLSelectElement} choice
 * @param {string} any
 * @returns {{ element: HTMLElement, showInfo: (info: Info) => void }}
 */
export function searchOperations(choice, any) {
  /** @type {Info} */
  let info = { kitVersion: '', contracts: [] };
  const draw = () => {
    const narrowed = narrow(info, filter.query());
    fillOperations(choice, withSelected(narrowed, info, choice.value), any);
    filter.showCount(countOf(narrowed), countOf(info));
  };
  const selectBest = () => {
    const query = filter.query();
    const best = findOperations(
      narrow(info, query).contracts.flatMap(({ operations }) => operations),
      query,
    )[0];
    if (query.trim() === '' || best === undefined) return;
    choice.value = best.id;
    for (const type of ['input', 'change']) choice.dispatchEvent(new Event(type, { bubbles: true }));
    draw();
  };
  const filter = createOperationFilter(draw, selectBest);
  return {
    element: filter.element,
    showInfo: (read) => {
      info = read;
      draw();
    },
  };
}

/**
 * @param {Info} info
 * @param {string} query
 * @returns {Info}
 */
function narrow({ kitVersion, contracts }, query) {
  const found = contracts.map((contract) => ({ ...contract, operations: findOperations(contract.operations, query) }));
  return { kitVersion, contracts: found };
}

/**
 * The selected operation stays in the list, as its last one, if it does not match.
 *
 * @param {Info} narrowed
 * @param {Info} info
 * @param {string} id
 * @returns {Info}
 */
function withSelected({ kitVersion, contracts }, info, id) {
  const found = contracts.map((contract, at) => {
    const isShown = contract.operations.some((one) => one.id === id);
    const selected = info.contracts[at]?.operations.find((one) => one.id === id);
    return isShown || selected === undefined
      ? contract
      : { ...contract, operations: [...contract.operations, selected] };
  });
  return { kitVersion, contracts: found };
}

/** @param {Info} info */
function countOf({ contracts }) {
  return contracts.reduce((sum, { operations }) => sum + operations.length, 0);
}

/**
 * @param {ContractInfo} contract
 * @param {readonly OperationInfo[]} operations
 * @param {boolean} isGrouped
 */
function optionsOf({ title, prefix }, operations, isGrouped) {
  const options = operations.map((one) => el('option', { value: one.id }, labelOf(one, prefix)));
  return isGrouped && options.length > 0 ? [el('optgroup', { label: title }, ...options)] : options;
}

/**
 * @param {OperationInfo} operation
 * @param {string} prefix
 */
function labelOf({ id, method, path }, prefix) {
  const route = `${method.toUpperCase()} ${prefix}${path}`;
  return id.startsWith(`${method.toUpperCase()} `) ? route : `${route} (${id})`;
}
