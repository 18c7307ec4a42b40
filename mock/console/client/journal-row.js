/** A journal entry as one row. */
import { el } from './dom.js';
import { outcomeOf } from './journal-list.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */

/**
 * @param {JournalEntry} entry
 * @returns {HTMLLIElement}
 */
export function rowOf(entry) {
  const { status, kind } = outcomeOf(entry);
  const parts = [
    el('span', { class: 'time' }, timeOf(entry.time)),
    el('span', { class: 'method' }, entry.request.method),
    el('bdi', { class: 'target' }, entry.request.target),
    el('span', { class: `status ${kind}` }, status),
    el('span', { class: `verdict ${entry.valid ? 'valid' : 'invalid'}` }, entry.valid ? 'valid' : 'invalid'),
    el('bdi', { class: 'operation' }, entry.operation ?? 'no route'),
    ...(entry.rule === null ? [] : [el('span', { class: 'tag' }, 'rule')]),
  ];
  // A screen reader reads the row as one name; the spaces separate its parts.
  const spaced = parts.flatMap((part) => [part, ' ']);
  const link = el('a', { href: `#journal/${entry.id}`, class: 'entry', tabindex: -1 }, ...spaced);
  return el('li', { 'data-id': entry.id }, link);
}

/**
 * In the reader's time zone, with milliseconds.
 *
 * @param {string} time
 */
export function timeOf(time) {
  const at = new Date(time);
  const pad = (/** @type {number} */ value, length = 2) => String(value).padStart(length, '0');
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}
