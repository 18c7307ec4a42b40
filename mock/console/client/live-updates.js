/** Keeps the page up to date: loads the journal, then follows new entries, and reconnects after every disconnect. */
import { readEvents } from './event-stream.js';
import { MOST_ENTRIES } from './journal-list.js';

/** @import { JournalEntry } from '../../model/journal-entry.ts' */
/** @import { Api } from './api.js' */

/**
 * @typedef {object} LiveParts
 * @property {Api} api
 * @property {(entries: readonly JournalEntry[]) => void} onSnapshot oldest first
 * @property {(entry: JournalEntry) => void} onEntry
 * @property {(isConnected: boolean) => void} onState
 */

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/**
 * Never returns.
 *
 * @param {LiveParts} parts
 */
export async function follow(parts) {
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    try {
      await followOnce(parts, () => {
        pause = FIRST_PAUSE_MS;
        parts.onState(true);
      });
    } catch {
      // The page shows the connection state.
    }
    parts.onState(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/**
 * @param {LiveParts} parts
 * @param {() => void} onConnected
 */
async function followOnce({ api, onSnapshot, onEntry }, onConnected) {
  const entries = await api.journal(MOST_ENTRIES);
  onSnapshot(entries);
  const { body } = await api.call(`journal/stream?after=${entries.at(-1)?.id ?? 0}`);
  if (body === null) return;
  onConnected();
  for await (const data of readEvents(body)) onEntry(JSON.parse(data));
}
