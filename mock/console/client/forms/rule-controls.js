/** The controls in the form of a rule. */
import { el } from '../dom.js';
import { searchOperations } from '../operation-select.js';
import { newId } from './field.js';

/** @import { Info } from '../api.js' */
/** @import { RuleFields } from './rule-model.js' */

/**
 * The controls that are plain text inputs.
 *
 * @param {RuleFields} fields
 */
export function textControls(fields) {
  /** @param {'method' | 'path' | 'delay' | 'example' | 'skip' | 'times' | 'scenario' | 'requiredState' | 'newState'} name */
  const input = (name, placeholder = '', size = 10) => {
    const made = el('input', { type: 'text', autocomplete: 'off', placeholder, size });
    made.value = fields[name];
    return made;
  };
  return {
    ...{ method: input('method', 'any', 6), path: input('path', 'any', 30), delay: input('delay', '0, 100-300') },
    ...{ example: input('example', 'none'), skip: input('skip', '0', 6), times: input('times', 'all', 6) },
    ...{
      scenario: input('scenario', 'none'),
      requiredState: input('requiredState', 'any'),
      newState: input('newState', 'same'),
    },
  };
}

/**
 * @param {Info} info
 * @param {string} value
 */
export function operationChoice(info, value) {
  const choice = el('select', {});
  const search = searchOperations(choice, 'Any operation');
  search.showInfo(info);
  choice.value = value;
  if (choice.value !== value) {
    choice.append(el('option', { value }, value));
    choice.value = value;
  }
  return { operation: choice, search: search.element };
}

/**
 * The status, with suggestions: those that the chosen operation declares.
 *
 * @param {Info} info
 * @param {HTMLSelectElement} operation
 * @param {string} value
 */
export function statusControl(info, operation, value) {
  const declared = el('datalist', { id: newId('statuses') });
  const status = el('input', {
    ...{ inputmode: 'numeric', autocomplete: 'off', size: 6, placeholder: 'regular', list: declared.id },
  });
  status.value = value;
  const suggest = () => {
    const statuses = statusesOf(info, operation.value);
    declared.replaceChildren(...statuses.map((one) => el('option', { value: one })));
  };
  operation.addEventListener('change', suggest);
  suggest();
  return { status, declared };
}

/**
 * @param {Info} info
 * @param {string} operation
 */
function statusesOf({ contracts }, operation) {
  const wanted = contracts
    .flatMap(({ operations }) => operations)
    .filter(({ id }) => operation === '' || id === operation);
  return [...new Set(wanted.flatMap(({ statuses }) => statuses.filter((status) => /^[2-5]\d\d$/.test(status))))].sort();
}

/**
 * @param {readonly (readonly string[])[]} options values and labels
 * @param {string} value
 */
export function select(options, value) {
  const made = el('select', {}, ...options.map(([one = '', label = '']) => el('option', { value: one }, label)));
  made.value = value;
  return made;
}
