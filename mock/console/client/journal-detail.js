/** The details of an exchange: everything in its journal entry. */
import { el } from './dom.js';
import { MOST_TEXT, outcomeOf } from './journal-list.js';
import { timeOf } from './journal-row.js';
import { pretty } from './json-text.js';

/** @import { JournalBody, JournalEntry, JournalViolation } from '../../model/journal-entry.ts' */

/**
 * @param {JournalEntry} entry
 * @param {HTMLElement} copyMenu copies the exchange as code
 * @returns {readonly HTMLElement[]}
 */
export function detailOf(entry, copyMenu) {
  const { request, response } = entry;
  return [
    factsOf(entry),
    copyMenu,
    ...violationsOf(entry.violations),
    section(
      'Request',
      el('p', { class: 'line' }, el('b', {}, request.method), ' ', el('bdi', {}, request.target)),
      headersOf(request.headers),
      ...bodyOf(request.body, 'Request body'),
    ),
    response === null
      ? section('Response', el('p', { class: 'muted' }, 'No response was sent.'))
      : section(
          'Response',
          el('p', { class: 'line' }, el('b', {}, String(response.status))),
          headersOf(response.headers),
          ...bodyOf(response.body, 'Response body'),
        ),
  ];
}

/**
 * @param {string} title
 * @param {...(HTMLElement)} content
 */
function section(title, ...content) {
  return el('section', {}, el('h3', {}, title), ...content);
}

/** @param {JournalEntry} entry */
function factsOf(entry) {
  const { status, kind } = outcomeOf(entry);
  /** @type {readonly (readonly [string, string | null, string?])[]} */
  const facts = [
    ['Response', status, `status ${kind}`],
    [
      'Request',
      entry.valid ? 'conforms to the contract' : 'does not conform to the contract',
      entry.valid ? 'verdict valid' : 'verdict invalid',
    ],
    ['Why', entry.why],
    ['Operation', entry.operation ?? 'none: no route matches'],
    ['Contract', entry.mount === '' ? null : entry.mount],
    ['Rule', entry.rule],
    ['Fault', entry.fault],
    ['Time', `${timeOf(entry.time)}, took ${Math.round(entry.milliseconds)} ms`],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return el(
    'dl',
    { class: 'facts' },
    ...shown.map(([name, value, look]) =>
      el('div', {}, el('dt', {}, name), el('dd', {}, el('bdi', { class: look }, value ?? ''))),
    ),
  );
}

/** @param {readonly JournalViolation[]} violations */
function violationsOf(violations) {
  if (violations.length === 0) return [];
  const items = violations.map(({ side, code, rule, message }) =>
    el(
      'li',
      {},
      el('bdi', { class: 'message' }, message),
      el('span', { class: 'muted' }, ` ${side}, code ${code}, rule ${rule}`),
    ),
  );
  return [section('Violations', el('ul', { class: 'violations' }, ...items))];
}

/** @param {Readonly<Record<string, string>>} headers */
function headersOf(headers) {
  const lines = Object.entries(headers).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, el('bdi', {}, value))),
  );
  const summary = el('summary', {}, `Headers (${lines.length})`);
  return el('details', {}, summary, el('dl', { class: 'headers' }, ...lines));
}

/**
 * @param {JournalBody | null} body
 * @param {string} label
 */
function bodyOf(body, label) {
  if (body === null) return [el('p', { class: 'muted' }, 'No body.')];
  const whole = pretty(body.text, body.isCut);
  const shown = whole.slice(0, MOST_TEXT);
  const text = el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, shown);
  const note = `Truncated: this is the beginning of ${body.bytes.toLocaleString('en')} bytes.`;
  const isCut = body.isCut || shown.length < whole.length;
  return isCut ? [text, el('p', { class: 'muted' }, note)] : [text];
}
