/** A table of records with a column per property; a row opens to the whole record as JSON. */
import { button, el, visible } from './dom.js';
import { jsonOf, pretty } from './json-text.js';

const MOST_RECORDS = 500;
const MOST_COLUMNS = 8;
const MOST_CELL = 120;

/**
 * @param {string} name
 * @param {readonly unknown[]} records
 * @returns {HTMLElement}
 */
export function recordTable(name, records) {
  const shown = records.slice(0, MOST_RECORDS);
  const columns = [...new Set(shown.flatMap((record) => Object.keys(membersOf(record))))].slice(0, MOST_COLUMNS);
  const head = [...columns, 'JSON'].map((column) => el('th', { scope: 'col' }, column));
  const table = el(
    'table',
    {},
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...shown.flatMap((record, at) => rowsOf(record, columns, `${name} ${at}`))),
  );
  const note = `The first ${MOST_RECORDS} of ${records.length}.`;
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Records of ${name}` },
    table,
    shown.length < records.length ? el('p', { class: 'muted' }, note) : undefined,
  );
}

/**
 * @param {unknown} record
 * @returns {Readonly<Record<string, unknown>>}
 */
function membersOf(record) {
  return typeof record === 'object' && record !== null ? { ...record } : {};
}

/**
 * @param {unknown} record
 * @param {readonly string[]} columns
 * @param {string} key
 */
function rowsOf(record, columns, key) {
  const members = membersOf(record);
  const whole = el('tr', { hidden: true }, el('td', { colspan: columns.length + 1 }, el('pre', {})));
  const open = button(
    'View',
    () => {
      whole.hidden = !whole.hidden;
      open.setAttribute('aria-expanded', String(!whole.hidden));
      whole.querySelector('pre')?.replaceChildren(visible(pretty(jsonOf(record))));
    },
    { class: 'quiet', 'aria-expanded': 'false', 'data-key': key },
  );
  const cells = columns.map((column) => el('td', {}, el('bdi', {}, cellOf(members, column))));
  return [el('tr', {}, ...cells, el('td', {}, open)), whole];
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
