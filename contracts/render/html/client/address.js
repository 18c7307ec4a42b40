/** The address keeps the filter, `#?about=createOrder`, or names a finding or a check, so that it can be sent to others. */
import { addCopyButtons } from './copy.js';
import { choose, chosen, startFilter } from './filter.js';
import { findings, unfoldForPrint } from './fold.js';

function follow() {
  const { hash } = location;
  if (hash.startsWith('#?')) {
    choose(new URLSearchParams(hash.slice(2)));
    openTheOnlyOne();
    document.querySelector('#findings')?.scrollIntoView();
    return;
  }
  const named = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
  // A finding, a part of one, or all of one check.
  if (named === null || named.closest('.group') === null) return;
  choose(new URLSearchParams());
  const meant = findings.filter((one) => one.contains(named) || named.contains(one));
  if (meant.length === 1) for (const finding of meant) finding.open = true;
  named.scrollIntoView();
}

function openTheOnlyOne() {
  const shown = findings.filter(({ hidden }) => !hidden);
  if (shown.length === 1) for (const finding of shown) finding.open = true;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function keep() {
  const parameters = String(chosen());
  history.replaceState(null, '', parameters === '' ? '#findings' : `#?${parameters}`);
}

addCopyButtons();
unfoldForPrint();
startFilter(keep);
choose(new URLSearchParams());
follow();
addEventListener('hashchange', follow);
