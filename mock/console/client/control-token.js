/** The control token, where the mock requires one of its pages. It lasts as long as the tab. */

import { kept } from './browser-storage.js';
import { byId, onSubmit } from './dom.js';

const storage = kept('sessionStorage', 'plant-store-control-token');

/** From the address that the mock prints; it does not stay there, where history and bookmarks would keep it. */
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
  // There is nothing to see without it, so Escape does not close the question.
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
