/** A list of names with values that grows and shrinks: conditions and headers. */
import { button, el } from '../dom.js';

/** @import { NamedText } from './rule-model.js' */

/**
 * @param {string} label
 * @param {string} what one of them, such as `header`
 * @param {readonly NamedText[]} given
 * @returns {{ element: HTMLElement, read: () => readonly NamedText[] }}
 */
export function namedTextsField(label, what, given) {
  /** @type {{ name: HTMLInputElement, value: HTMLInputElement }[]} */
  const rows = [];
  const list = el('div', { class: 'rows' });
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
    const entry = { name, value };
    const row = el('div', { class: 'row' }, name, value);
    const remove = button(
      'Remove',
      () => {
        rows.splice(rows.indexOf(entry), 1);
        row.remove();
        add.focus();
      },
      { 'aria-label': `Remove the ${what}` },
    );
    row.append(remove);
    rows.push(entry);
    list.append(row);
    return name;
  };
  const add = button(`Add a ${what}`, () => addRow({ name: '', value: '' }).focus(), { class: 'quiet' });
  for (const text of given) addRow(text);
  return {
    element: el('div', { class: 'named', role: 'group', 'aria-label': label }, list, add),
    read: () => rows.map(({ name, value }) => ({ name: name.value, value: value.value })),
  };
}
