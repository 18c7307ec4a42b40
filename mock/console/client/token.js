/** The control token, which the store wants where it can be reached from other machines. It lasts as long as the tab. */
import { byId, onSubmit } from './dom.js';
import { kept } from './storage.js';

const storage = kept('sessionStorage', 'plant-store-control-token');

/** @returns {{ current: () => string, ask: () => Promise<void> }} */
export function createToken() {
  const dialog = byId('token-dialog', HTMLDialogElement);
  const field = byId('token-field', HTMLInputElement);
  const note = byId('token-note', HTMLElement);
  /** @type {PromiseWithResolvers<void> | undefined} */
  let asked;
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
