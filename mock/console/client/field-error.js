/** The error of a field of the page. It stays at the field, because a notification disappears. */
import { visible } from './dom.js';
import { attempt } from './notifications.js';

/**
 * Runs an action on the content of a field; if it fails, the error is shown at the field, which gets the focus.
 *
 * @param {HTMLElement} control
 * @param {HTMLElement} line for the error
 * @param {() => Promise<string>} act returns a message to show afterwards
 */
export async function attemptWith(control, line, act) {
  await attempt(async () => {
    try {
      const done = await act();
      showError(control, line, '');
      return done;
    } catch (error) {
      showError(control, line, error instanceof Error ? error.message : String(error));
      control.focus();
      throw error;
    }
  });
}

/**
 * @param {HTMLElement} control
 * @param {HTMLElement} line
 * @param {string} text empty if the content is valid
 */
function showError(control, line, text) {
  line.hidden = text === '';
  line.textContent = visible(text);
  if (text === '') {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  } else {
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', line.id);
  }
}
