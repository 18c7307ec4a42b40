/** Copies an exchange as code: a select for the kind, which stays chosen, and a button. */
import { copied } from './clipboard.js';
import { button, el } from './dom.js';
import { attempt } from './notifications.js';

/** @import { Api } from './api.js' */

/** @typedef {'curl' | 'fetch' | 'playwright' | 'msw' | 'test'} SnippetKind */

/** @type {readonly (readonly [SnippetKind, string])[]} */
const kinds = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['playwright', 'Playwright route'],
  ['msw', 'MSW handler'],
  ['test', 'Vitest test'],
];

/** @type {SnippetKind} */
let chosen = 'curl';

/**
 * The code is fetched in advance: some browsers allow copying only directly after a click. A failure is shown when the
 * user copies.
 *
 * @param {Api} api
 * @param {number} id of the entry
 * @returns {HTMLElement}
 */
export function copyMenu(api, id) {
  const curl = api.curl(id);
  const snippets = api.snippets(id);
  curl.catch(() => undefined);
  snippets.catch(() => undefined);
  const options = kinds.map(([kind, label]) => el('option', { value: kind, selected: kind === chosen }, label));
  const choice = el('select', { id: 'copy-kind' }, ...options);
  choice.addEventListener('change', () => {
    chosen = kinds[choice.selectedIndex]?.[0] ?? 'curl';
  });
  const copy = async () => copied(chosen === 'curl' ? await curl : (await snippets)[chosen], 'Code copied.');
  return el(
    'div',
    { class: 'bar' },
    el('label', { class: 'inline' }, el('span', { class: 'label' }, 'Copy as'), choice),
    button('Copy', () => void attempt(copy), { id: 'copy-code', 'aria-label': 'Copy the exchange as code' }),
  );
}
