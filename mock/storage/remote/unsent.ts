/** The entries that this process keeps until somebody, through whatever process, wants to read the journal. */
import type { UnreadEntry } from '../../model/journal-entry.ts';
import { STORAGE_LIMITS } from '../../model/storage.ts';
import type { Answer } from '../operations.ts';
import { bodySize } from '../size.ts';
import { entryText } from '../texts.ts';
import { clock } from './channel.ts';

/** Of the text in them: before there is more they are to be fetched. */
const MOST_TEXT = STORAGE_LIMITS.entryBytes / 4;

export interface Unsent {
  add(entry: UnreadEntry): void;
  /** [how many have left before, time, size, entry, ...] of all up to this time, which leave. */
  give(until: number): readonly Answer[];
  /** Whether each entry is news; else only more than are to be kept here. */
  watched(isWatched: boolean): void;
}

interface Waiting {
  readonly time: number;
  readonly entry: UnreadEntry;
}

/** `news` is called once until the next `give`. Of entries alone no more are kept than the journal holds. */
export function createUnsent(news: () => void): Unsent {
  let waiting: Waiting[] = [];
  let text = 0;
  let left = 0;
  let isWatched = false;
  let isTold = false;
  const tell = () => {
    if (isTold || waiting.length === 0 || !(isWatched || text > MOST_TEXT)) return;
    isTold = true;
    news();
  };
  return {
    add: (entry) => {
      waiting.push({ time: clock(), entry });
      text += entry.mostText;
      if (waiting.length > STORAGE_LIMITS.entries) {
        text -= waiting.shift()?.entry.mostText ?? 0;
        left += 1;
      }
      tell();
    },
    give: (until) => {
      const later = waiting.findIndex(({ time }) => time > until);
      const count = later === -1 ? waiting.length : later;
      const given = [left, ...waiting.slice(0, count).flatMap(told)];
      waiting = waiting.slice(count);
      text = waiting.reduce((sum, { entry }) => sum + entry.mostText, 0);
      left = 0;
      isTold = false;
      tell();
      return given;
    },
    watched: (now) => {
      isWatched = now;
      tell();
    },
  };
}

function told({ time, entry }: Waiting): readonly Answer[] {
  const read = entry.read();
  return [time, bodySize(read), entryText(read)];
}
