/** The control token, if the mock requires one of its pages. It lasts until the tab is closed. */

import { kept } from './browser-storage.js';
import { byId, onSubmit } from './dom.js';

const storage = kept('sessionStorage', 'plant-store-control-token');

/**
 * Reads the token from the URL that the mock prints, then removes it from there so that it does not end up in history
 * and bookmarks.
 */
function takeFromAddress() {
  const [, token] = /^#token=([\x21-\x7e]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  storage.keep(token);
  history.replaceState(null, '', location.pathname);
}

/** @returns {{ current: () => string, ask: () => Promise<void> }} */
export function createToken() {
  const dialog = byId('token-dialog', HTMLDialogElement);
  const field = byId('token-field', HTMLInputElement);
  const note = byId('token-note', HTMLElement);
  /** @type {PromiseWithResolvers<void> | undefined} */
  let asked;
  takeFromAddress();
  onSubmit('token-form', () => {
    storage.keep(field.value.trim());
    field.value = '';
    const answered = asked;
    asked = undefined;
    dialog.close();
    answered?.resolve();
  });
  // The page shows nothing without a token, so Escape does not close the dialog.
  dialog.addEventListener('close', () => {
    if (asked !== undefined) dialog.showModal();
  });
  return {
    current: storage.read,
    ask: () => {
      if (asked !== undefined) return asked.promise;
      asked = Promise.withResolvers();
      note.textContent = storage.read() === '' ? '' : 'The store does not take that token.';
      if (!dialog.open) dialog.showModal();
      return asked.promise;
    },
  };
}
