/** The header of the page: what is served and where, the connection state, and the reset button. */
import { baseUrl } from './api.js';
import { copied } from './clipboard.js';
import { byId, el, onClick } from './dom.js';
import { attempt } from './notifications.js';
import { bindTheme } from './theme.js';

/** @import { Api, Info } from './api.js' */

/**
 * @param {Api} api
 * @param {() => void} onReset
 */
export function bindHeader(api, onReset) {
  const dialog = byId('reset-dialog', HTMLDialogElement);
  bindTheme(byId('theme', HTMLSelectElement));
  byId('base-url', HTMLElement).textContent = baseUrl;
  onClick('copy-url', () => void attempt(() => copied(baseUrl, 'Address copied.')));
  onClick('reset', () => dialog.showModal());
  onClick('reset-no', () => dialog.close());
  onClick('reset-yes', () => {
    dialog.close();
    void attempt(async () => {
      await api.call('reset', { method: 'POST' });
      onReset();
      return 'The initial records and rules are restored. The journal is empty.';
    });
  });
}

/** @param {Info} info */
export function showContracts({ contracts, kitVersion }) {
  const names = contracts.map(({ title, version, prefix }) =>
    el(
      'li',
      {},
      el('span', { class: 'title' }, title),
      el('span', { class: 'muted' }, ` ${version}`),
      prefix === '' ? undefined : el('code', {}, prefix),
    ),
  );
  byId('contracts', HTMLElement).replaceChildren(...names);
  byId('kit-version', HTMLElement).textContent = kitVersion;
  const [first, ...others] = contracts;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  document.title = first === undefined ? 'Mock server' : `${first.title}${more} · mock server`;
}

/** @param {boolean} isConnected */
export function showState(isConnected) {
  const state = byId('state', HTMLElement);
  const text = isConnected ? 'Connected' : 'Reconnecting';
  // Set only on a change: a screen reader announces every update of a live region.
  if (state.textContent !== text) state.textContent = text;
  state.dataset['kind'] = isConnected ? 'good' : 'bad';
}
