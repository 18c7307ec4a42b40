/** A line for notifications, visible and read by screen readers: what was done, or why it failed. */
import { byId, visible } from './dom.js';

const LASTS_MS = 8_000;
let timer = 0;

/**
 * @param {string} text
 * @param {'good' | 'bad'} kind
 */
export function notify(text, kind = 'good') {
  const place = byId('notice', HTMLElement);
  place.textContent = visible(text);
  place.dataset['kind'] = kind;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    place.textContent = '';
  }, LASTS_MS);
}

/**
 * Runs an action and shows the error if it fails.
 *
 * @param {() => Promise<string | undefined | void>} act may return a message to show afterwards
 * @returns {Promise<boolean>}
 */
export async function attempt(act) {
  try {
    const done = await act();
    if (done !== undefined) notify(done);
    return true;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}
