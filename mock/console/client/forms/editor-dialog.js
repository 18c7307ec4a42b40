/** A dialog with a form: saves, shows the reason if that fails, and returns the focus to where the user was. */
import { button, byKey, el, visible } from '../dom.js';
import { newId } from './field.js';

/**
 * @typedef {object} DialogOptions
 * @property {string} title
 * @property {string} save the label of the button
 * @property {readonly (Node | undefined)[]} content
 * @property {() => Promise<void>} onSave throws an Error with the reason for the user
 * @property {readonly HTMLElement[]} [tools] buttons next to those that save and cancel
 * @property {string} [fallbackKey] of the element that gets the focus if the opener was removed
 */

/** @param {DialogOptions} options */
export function openEditorDialog({ title, save, content, onSave, tools = [], fallbackKey = '' }) {
  const opener = document.activeElement;
  // The button may be drawn again until the dialog closes; then it has the same key.
  const key = opener instanceof HTMLElement ? opener.dataset['key'] : undefined;
  const titleId = newId('title');
  const problem = el('p', { class: 'bad', role: 'alert' });
  const submit = el('button', { type: 'submit', class: 'primary' }, save);
  const cancel = button('Cancel', () => dialog.close());
  const form = el(
    'form',
    { novalidate: true },
    el('h2', { id: titleId }, title),
    el('div', { class: 'dialog-content' }, ...content.filter((one) => one !== undefined)),
    problem,
    el('div', { class: 'bar' }, ...tools, el('span', { class: 'spring' }), cancel, submit),
  );
  const dialog = el('dialog', { class: 'editor', 'aria-labelledby': titleId }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.textContent = '';
    submit.disabled = true;
    onSave().then(
      () => dialog.close(),
      (error) => {
        problem.textContent = visible(error instanceof Error ? error.message : String(error));
        submit.disabled = false;
      },
    );
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    const drawnAgain = key === undefined ? undefined : byKey(key);
    const others = [drawnAgain, byKey(fallbackKey), document.getElementById('main')];
    const [target] = [opener, ...others].filter((one) => one?.isConnected === true);
    if (target instanceof HTMLElement) target.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = form.querySelector('.dialog-content :is(input, select, textarea):not(:disabled)');
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}
