/** Saves the state to a file, and loads it from one. */
import { byId, el, onClick } from '../dom.js';
import { attempt, notify } from '../notifications.js';
import { openEditorDialog } from './editor-dialog.js';

/** @import { Api } from '../api.js' */

/**
 * @param {Api} api
 * @param {() => void} onLoaded
 */
export function bindStateFile(api, onLoaded) {
  const picker = byId('state-file', HTMLInputElement);
  onClick('save-state', () => void attempt(() => save(api)));
  onClick('load-state', () => picker.click());
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? [];
    // So that the same file can be chosen again.
    const chosen = file === undefined ? undefined : new File([file], file.name);
    picker.value = '';
    if (chosen !== undefined) confirmLoading(api, chosen, onLoaded);
  });
}

/** @param {Api} api */
async function save(api) {
  const text = await api.text('state');
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  el('a', { href: address, download: 'mock-state.json' }).click();
  URL.revokeObjectURL(address);
  return 'State saved.';
}

/**
 * @param {Api} api
 * @param {File} file
 * @param {() => void} onLoaded
 */
function confirmLoading(api, file, onLoaded) {
  openEditorDialog({
    title: 'Load the state?',
    save: 'Load',
    content: [
      el(
        'p',
        {},
        'The records, rules and states of ',
        el('bdi', {}, file.name),
        ' replace the present ones. The journal is cleared.',
      ),
    ],
    onSave: async () => {
      await api.put('state', await file.text());
      onLoaded();
      notify('State loaded.');
    },
  });
}
