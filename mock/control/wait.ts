/** Waits for entries of the journal; leaves no timer and no listener behind, however it ends. */
import { KitError } from '../../errors.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Journal } from '../model/storage.ts';
import { inTurn } from '../storage/in-turn.ts';
import type { JournalWait } from './desk.ts';
import { createTest, filterEntries, lastOf } from './journal-filter.ts';

/** Less than the five seconds that Vitest and Jest give a test: the error here says more than theirs. */
const DEFAULT_TIMEOUT = 4_000;

/** Node ends a longer one at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Listens first and looks then, so that nothing falls between. */
export async function waitFor(
  journal: Journal,
  wanted: JournalWait,
  closing: AbortSignal,
): Promise<readonly JournalEntry[]> {
  const { count = 1, timeout = DEFAULT_TIMEOUT, limit, signal, ...filter } = wanted;
  const isWanted = createTest(filter);
  const { promise, resolve, reject } = Promise.withResolvers<readonly JournalEntry[]>();
  let seen = 0;
  const look = inTurn(async () => {
    const found = filterEntries(await journal.list(filter.after), filter);
    seen = found.length;
    if (found.length >= count) resolve(lastOf(found, limit));
  });
  const ended = onAbort(closing, () => reject(new KitError('store-closed', 'nobody can come any more')));
  const left = onAbort(signal, () => reject(signal?.reason));
  const timer = setTimeout(() => reject(late({ count, timeout, seen })), Math.min(timeout, LONGEST_TIMER));
  // It may be over while the storage still begins to listen.
  promise.catch(() => undefined);
  const onEntry = (entry: JournalEntry) => {
    if (isWanted(entry)) look().catch(reject);
  };
  let stop = () => {};
  try {
    stop = await journal.watch(onEntry);
    await look();
    return await promise;
  } finally {
    stop();
    clearTimeout(timer);
    ended();
    left();
  }
}

function late({ count, timeout, seen }: { count: number; timeout: number; seen: number }): KitError {
  return new KitError('wait-timeout', `expected ${count} of such requests within ${timeout} ms, got ${seen}`);
}

/** Calls at once when it is aborted already; what it gives stops listening. */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted === true) act();
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
