/** A table of records with a column per property; a row opens to the whole record as JSON. */
import { button, el, visible } from './dom.js';
import { jsonOf, pretty } from './json-text.js';

const MOST_RECORDS = 500;
const MOST_COLUMNS = 8;
const MOST_CELL = 120;

/** @import { RecordItem } from './forms/record-dialog.js' */

/** @typedef {{ readonly change: (item: RecordItem) => void, readonly remove: (item: RecordItem) => void }} RecordActions */

/**
 * @param {string} name
 * @param {readonly RecordItem[]} records
 * @param {RecordActions} actions
 * @returns {HTMLElement}
 */
export function recordTable(name, records, actions) {
  const shown = records.slice(0, MOST_RECORDS);
  const columns = [...new Set(shown.flatMap(({ value }) => Object.keys(value)))].slice(0, MOST_COLUMNS);
  const head = [...columns, 'Actions'].map((column) => el('th', { scope: 'col' }, column));
  const table = el(
    'table',
    {},
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...shown.flatMap((item) => rowsOf(item, columns, name, actions))),
  );
  const note = `The first ${MOST_RECORDS} of ${records.length}.`;
  return el(
    'div',
    {
      ...{ class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Records of ${name}` },
      'data-key': `table ${name}`,
    },
    table,
    shown.length < records.length ? el('p', { class: 'muted' }, note) : undefined,
  );
}

/**
 * @param {RecordItem} item
 * @param {readonly string[]} columns
 * @param {string} name
 * @param {RecordActions} actions
 */
function rowsOf(item, columns, name, actions) {
  const { key, value } = item;
  const whole = el('tr', { hidden: true }, el('td', { colspan: columns.length + 1 }, el('pre', {})));
  const open = button(
    'View',
    () => {
      whole.hidden = !whole.hidden;
      open.setAttribute('aria-expanded', String(!whole.hidden));
      whole.querySelector('pre')?.replaceChildren(visible(pretty(jsonOf(value))));
    },
    { class: 'quiet', 'aria-expanded': 'false', 'data-key': `${name} ${key}` },
  );
  const change = button('Edit', () => actions.change(item), {
    class: 'quiet',
    'aria-label': `Edit ${key}`,
    'data-key': `edit ${name} ${key}`,
  });
  const remove = button('Delete', () => actions.remove(item), {
    class: 'quiet',
    'aria-label': `Delete ${key}`,
    'data-key': `delete ${name} ${key}`,
  });
  const cells = columns.map((column) => el('td', {}, el('bdi', {}, cellOf(value, column))));
  return [el('tr', {}, ...cells, el('td', { class: 'actions' }, open, change, remove)), whole];
}

/**
 * @param {Readonly<Record<string, unknown>>} members
 * @param {string} column
 */
function cellOf(members, column) {
  if (!Object.hasOwn(members, column)) return '';
  const value = members[column];
  const text = typeof value === 'string' ? value : jsonOf(value);
  return text.length > MOST_CELL ? `${text.slice(0, MOST_CELL)}…` : text;
}
