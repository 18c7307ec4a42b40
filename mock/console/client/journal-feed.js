/** The journal entries of the page: the shown ones, and those that wait while it is paused. */
import { withAdded } from './journal-list.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */

/** @typedef {readonly JournalEntry[]} Entries */

/** @typedef {ReturnType<typeof createFeed>} Feed */

/** Both lists are bounded, newest first. */
export function createFeed() {
  /** @type {Entries} */
  let shown = [];
  /** @type {Entries} */
  let waiting = [];
  let isPaused = false;
  return {
    shown: () => shown,
    waiting: () => waiting.length,
    isPaused: () => isPaused,
    togglePause: () => {
      isPaused = !isPaused;
    },
    /** @param {JournalEntry} entry */
    add: (entry) => {
      waiting = withAdded(waiting, [entry]);
    },
    /** @param {Entries} all entries of the journal, oldest first; while paused the new ones wait */
    replace: (all) => {
      const newest = shown[0]?.id ?? 0;
      waiting = isPaused
        ? withAdded(
            [],
            all.filter(({ id }) => id > newest),
          )
        : [];
      if (!isPaused) shown = withAdded([], all);
    },
    empty: () => {
      shown = [];
      waiting = [];
    },
    /** @returns {Entries} the entries that are now shown and were not before */
    takeIn: () => {
      if (isPaused) return [];
      const added = waiting;
      shown = withAdded(shown, added.toReversed());
      waiting = [];
      return added;
    },
  };
}
