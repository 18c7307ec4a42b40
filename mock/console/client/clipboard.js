/** Copies text to the clipboard. */
import { el } from './dom.js';

/**
 * Returns `news`, the message to show afterwards.
 *
 * @param {string} text
 * @param {string} news
 */
export async function copied(text, news) {
  // The clipboard API needs a secure context; over plain HTTP from another machine only execCommand works.
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
  if (!isDone) throw new Error('The browser does not allow this page to copy.');
}
