/** The journal section: the requests of the app, newest first. */
import { byId, gathered, onClick, settled } from './dom.js';
import { createOpener } from './journal-detail-panel.js';
import { createFeed } from './journal-feed.js';
import { bindRows, keepOneStop, markOpened } from './journal-keyboard.js';
import { matches } from './journal-list.js';
import { rowOf } from './journal-row.js';
import { attempt } from './notifications.js';
import { fillOperations } from './operation-select.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */
/** @import { Api, Info } from './api.js' */
/** @import { Feed } from './journal-feed.js' */
/** @import { Filter } from './journal-list.js' */

/** New entries are rendered together, so that many of them cost one repaint. */
const GATHER_MS = 80;

/** @param {Api} api */
export function createJournalView(api) {
  const list = byId('entries', HTMLElement);
  const feed = createFeed();
  const opener = createOpener(api, list);
  const redraw = () => {
    list.replaceChildren(...rowsOf(feed.shown()));
    markOpened(list, opener.opened());
    showCounts(list, feed);
  };
  const takeIn = () => {
    list.prepend(...rowsOf(feed.takeIn()));
    dropOld(list, feed);
    showCounts(list, feed);
  };
  const takeInSoon = gathered(takeIn, GATHER_MS);
  const forget = () => {
    feed.empty();
    redraw();
  };
  bindFilters(redraw);
  bindRows(list);
  onClick('pause', () => {
    feed.togglePause();
    takeIn();
  });
  onClick('clear-journal', () => void attempt(() => clear(api, forget)));
  return {
    forget,
    route: opener.route,
    /** @param {Info} info */
    showInfo: (info) => fillOperations(byId('filter-operation', HTMLSelectElement), info, 'Any operation'),
    /** @param {readonly JournalEntry[]} all oldest first */
    showAll: (all) => {
      feed.replace(all);
      redraw();
    },
    /** @param {JournalEntry} entry */
    add: (entry) => {
      feed.add(entry);
      takeInSoon();
    },
  };
}

/** @param {() => void} redraw */
function bindFilters(redraw) {
  for (const id of ['filter-operation', 'filter-status', 'filter-verdict', 'filter-text'])
    byId(id, HTMLElement).addEventListener('input', settled(redraw, 120));
}

/**
 * @param {Api} api
 * @param {() => void} forget
 */
async function clear(api, forget) {
  await api.remove('journal');
  forget();
  return 'The journal is empty.';
}

/** @returns {Filter} */
function readFilter() {
  const verdict = byId('filter-verdict', HTMLSelectElement).value;
  return {
    operation: byId('filter-operation', HTMLSelectElement).value,
    status: byId('filter-status', HTMLInputElement).value,
    verdict: verdict === 'valid' || verdict === 'invalid' ? verdict : '',
    text: byId('filter-text', HTMLInputElement).value,
  };
}

/** @param {readonly JournalEntry[]} entries */
function rowsOf(entries) {
  const filter = readFilter();
  return entries.filter((entry) => matches(entry, filter)).map(rowOf);
}

/**
 * Removes the rows of entries that the feed has evicted.
 *
 * @param {HTMLElement} list
 * @param {Feed} feed
 */
function dropOld(list, feed) {
  const oldest = feed.shown().at(-1)?.id ?? 0;
  for (let last = list.lastElementChild; last !== null; last = list.lastElementChild) {
    if (!(last instanceof HTMLElement) || Number(last.dataset['id']) >= oldest) return;
    last.remove();
  }
}

/**
 * @param {HTMLElement} list
 * @param {Feed} feed
 */
function showCounts(list, feed) {
  const all = feed.shown().length;
  const rows = list.childElementCount;
  const pause = byId('pause', HTMLButtonElement);
  pause.textContent = feed.isPaused() ? `Resume (${feed.waiting()} new)` : 'Pause';
  byId('count', HTMLElement).textContent = rows === all ? `${all} shown` : `${rows} of ${all} shown`;
  byId('journal-empty', HTMLElement).hidden = all > 0;
  byId('journal-none', HTMLElement).hidden = all === 0 || rows > 0;
  keepOneStop(list);
}
