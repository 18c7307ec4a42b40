/**
 * Keeps the filter in the URL, `#?subject=createOrder`, or the link to a finding or a check, so that the URL can be
 * shared.
 */
import { addCopyButtons } from './copy.js';
import { readFilter, setFilter, startFilter } from './filter.js';
import { findings, unfoldForPrint } from './fold.js';

function applyUrl() {
  const { hash } = location;
  if (hash.startsWith('#?')) {
    setFilter(new URLSearchParams(hash.slice(2)));
    openSingleFinding();
    document.querySelector('#findings')?.scrollIntoView();
    return;
  }
  const target = hash === '' ? null : document.getElementById(decodeFragment(hash.slice(1)));
  // A finding, a part of one, or the group of a check.
  if (target === null || target.closest('.group') === null) return;
  setFilter(new URLSearchParams());
  const targets = findings.filter((finding) => finding.contains(target) || target.contains(finding));
  if (targets.length === 1) for (const finding of targets) finding.open = true;
  target.scrollIntoView();
}

function openSingleFinding() {
  const shown = findings.filter(({ hidden }) => !hidden);
  if (shown.length === 1) for (const finding of shown) finding.open = true;
}

/** @param {string} text */
function decodeFragment(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function saveFilter() {
  const parameters = String(readFilter());
  history.replaceState(null, '', parameters === '' ? '#findings' : `#?${parameters}`);
}

addCopyButtons();
unfoldForPrint();
startFilter(saveFilter);
setFilter(new URLSearchParams());
applyUrl();
addEventListener('hashchange', applyUrl);
