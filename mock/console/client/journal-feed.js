/** The entries of the page: those that are shown, and while it is paused those that wait. */
import { withAdded } from './journal-list.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */

/** @typedef {readonly JournalEntry[]} Entries */

/** @typedef {ReturnType<typeof createFeed>} Feed */

/** Both bounded, the newest first. */
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
    /** @param {Entries} all of the journal, oldest first; what is new waits while it is paused */
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
    /** @returns {Entries} what is shown from now on and was not before */
    takeIn: () => {
      if (isPaused) return [];
      const added = waiting;
      shown = withAdded(shown, added.toReversed());
      waiting = [];
      return added;
    },
  };
}
