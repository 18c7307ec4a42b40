/** A list of names with values that grows and shrinks: conditions and headers. */
import { button, el } from '../dom.js';
import { errorLine, showAt, violationsIn } from './field.js';

/** @import { Violation } from './field.js' */
/** @import { NamedText } from './rule-model.js' */

/**
 * @param {string} label
 * @param {string} what one of them, such as `header`
 * @param {readonly NamedText[]} given
 * @returns {{ element: HTMLElement, read: () => readonly NamedText[], show: (violations: readonly Violation[]) => void }}
 */
export function namedTextsField(label, what, given) {
  /** @type {{ name: HTMLInputElement, value: HTMLInputElement, error: ReturnType<typeof errorLine> }[]} */
  const rows = [];
  const list = el('div', { class: 'rows' });
  const others = errorLine();
  /** @param {NamedText} text */
  const addRow = (text) => {
    const name = el('input', {
      type: 'text',
      'aria-label': `Name of the ${what}`,
      placeholder: 'name',
      autocomplete: 'off',
    });
    const value = el('input', {
      type: 'text',
      'aria-label': `Value of the ${what}`,
      placeholder: 'value',
      autocomplete: 'off',
    });
    name.value = text.name;
    value.value = text.value;
    const error = errorLine();
    const entry = { name, value, error };
    const row = el('div', { class: 'row' }, name, value);
    const whole = el('div', {}, row, error.element);
    const remove = button(
      'Remove',
      () => {
        rows.splice(rows.indexOf(entry), 1);
        whole.remove();
        add.focus();
      },
      { 'aria-label': `Remove the ${what}` },
    );
    row.append(remove);
    rows.push(entry);
    list.append(whole);
    return name;
  };
  const add = button(`Add a ${what}`, () => addRow({ name: '', value: '' }).focus(), { class: 'quiet' });
  for (const text of given) addRow(text);
  return {
    element: el('div', { class: 'named', role: 'group', 'aria-label': label }, list, add, others.element),
    read: () => rows.map(({ name, value }) => ({ name: name.value, value: value.value })),
    show: (violations) => {
      const names = rows.map(({ name }) => name.value);
      for (const { name, value, error } of rows) showAt(value, error, violationsIn(violations, name.value));
      others.show(violations.filter(({ path: [first = ''] }) => !names.includes(first)));
    },
  };
}
