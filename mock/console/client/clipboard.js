/** Text to the clipboard. */
import { el } from './dom.js';

/**
 * Gives back the news.
 *
 * @param {string} text
 * @param {string} news
 */
export async function copied(text, news) {
  // Over plain HTTP from another machine a page has no clipboard but that of the old command.
  if (window.isSecureContext) await navigator.clipboard.writeText(text);
  else copyTheOldWay(text);
  return news;
}

/** @param {string} text */
function copyTheOldWay(text) {
  const field = el('textarea', { 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('The browser does not let this page copy.');
}
