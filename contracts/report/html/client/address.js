/** The address keeps the filter, `#?about=createOrder`, or names one finding, so that either can be sent to others. */
import { addCopyButtons } from './copy.js';
import { choose, chosen, startFilter } from './filter.js';
import { findings, foldMany, unfoldForPrint } from './fold.js';

function follow() {
  const { hash } = location;
  if (hash.startsWith('#?')) {
    choose(new URLSearchParams(hash.slice(2)));
    openTheOnlyOne();
    document.querySelector('#findings')?.scrollIntoView();
    return;
  }
  const named = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
  const finding = findings.find((one) => named !== null && one.contains(named));
  if (finding === undefined || named === null) return;
  choose(new URLSearchParams());
  finding.open = true;
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
foldMany();
unfoldForPrint();
startFilter(keep);
choose(new URLSearchParams());
follow();
addEventListener('hashchange', follow);
