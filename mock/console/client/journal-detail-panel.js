/** Opens the details of one exchange next to the list, and restores the focus when they close. */
import { copyMenu } from './copy-menu.js';
import { byId, onClick } from './dom.js';
import { detailOf } from './journal-detail.js';
import { focusRow, markOpened } from './journal-keyboard.js';
import { attempt } from './notifications.js';

/** @import { Api } from './api.js' */

/**
 * @param {Api} api
 * @param {HTMLElement} list
 */
export function createOpener(api, list) {
  const detail = byId('detail', HTMLElement);
  const title = byId('detail-title', HTMLElement);
  let opened = 0;
  const show = async () => {
    const id = opened;
    const entry = await api.entry(id);
    if (opened !== id) return;
    title.textContent = `Exchange ${id}`;
    byId('detail-content', HTMLElement).replaceChildren(...detailOf(entry, copyMenu(api, id)));
    detail.hidden = false;
    title.focus();
  };
  bindClose();
  return {
    opened: () => opened,
    /** @param {string} id of an entry, or empty */
    route: (id) => {
      const before = opened;
      opened = Number(id) || 0;
      markOpened(list, opened);
      if (opened > 0) {
        void attempt(show).then((isShown) => {
          if (!isShown) detail.hidden = true;
        });
        return;
      }
      // If the user has moved the focus elsewhere, leave it there.
      const hadFocus = detail.contains(document.activeElement);
      detail.hidden = true;
      if (before > 0 && hadFocus) focusRow(list, before);
    },
  };
}

function bindClose() {
  const close = () => {
    if (location.hash.startsWith('#journal/')) location.hash = '#journal';
  };
  onClick('close-detail', close);
  byId('panel-journal', HTMLElement).addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
}
