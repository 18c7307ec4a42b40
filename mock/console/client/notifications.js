/** One line of news for the eye and for a screen reader: what was done, or why not. */
import { byId, visible } from './dom.js';

const LASTS_MS = 8_000;
let timer = 0;

/**
 * @param {string} text
 * @param {'good' | 'bad'} kind
 */
export function tell(text, kind = 'good') {
  const place = byId('notice', HTMLElement);
  place.textContent = visible(text);
  place.dataset['kind'] = kind;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    place.textContent = '';
  }, LASTS_MS);
}

/**
 * Does it, and tells why it cannot be done where it cannot.
 *
 * @param {() => Promise<string | undefined | void>} act may give what to tell afterwards
 * @returns {Promise<boolean>}
 */
export async function attempt(act) {
  try {
    const done = await act();
    if (done !== undefined) tell(done);
    return true;
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}
