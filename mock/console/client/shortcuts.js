/** The help for the keyboard, and the shortcuts of one key: they are ignored in fields and dialogs, and can be turned off. */
import { kept } from './browser-storage.js';
import { byId, onClick } from './dom.js';

const storage = kept('localStorage', 'plant-store-shortcuts');

/** @param {HTMLElement} tabs the links to the sections, which the digits open */
export function bindShortcuts(tabs) {
  const help = byId('help-dialog', HTMLDialogElement);
  const enabled = byId('shortcuts-enabled', HTMLInputElement);
  enabled.checked = storage.read() !== 'off';
  enabled.addEventListener('change', () => storage.keep(enabled.checked ? 'on' : 'off'));
  onClick('help', () => help.showModal());
  onClick('help-close', () => help.close());
  /** @type {Map<string, () => void>} */
  const actions = new Map([['?', () => help.showModal()]]);
  for (const [at, tab] of tabs.querySelectorAll('a').entries())
    actions.set(String(at + 1), () => {
      tab.click();
      tab.focus();
    });
  document.addEventListener('keydown', (event) => {
    const act = actions.get(event.key);
    if (act === undefined || !enabled.checked || isForOthers(event)) return;
    event.preventDefault();
    act();
  });
}

/**
 * Whether a field, a dialog, the browser or an input method uses the key.
 *
 * @param {KeyboardEvent} event
 */
function isForOthers({ target, ctrlKey, altKey, metaKey, isComposing, defaultPrevented }) {
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return true;
  const isField = target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
  return isField || document.querySelector(':modal') !== null;
}
