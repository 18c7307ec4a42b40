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
  let pending;
  takeFromAddress();
  onSubmit('token-form', () => {
    storage.keep(field.value.trim());
    field.value = '';
    const submitted = pending;
    pending = undefined;
    dialog.close();
    submitted?.resolve();
  });
  // The page shows nothing without a token, so Escape does not close the dialog.
  dialog.addEventListener('close', () => {
    if (pending !== undefined) dialog.showModal();
  });
  return {
    current: storage.read,
    ask: () => {
      if (pending !== undefined) return pending.promise;
      pending = Promise.withResolvers();
      note.textContent = storage.read() === '' ? '' : 'The mock server does not accept this token.';
      if (!dialog.open) dialog.showModal();
      return pending.promise;
    },
  };
}
