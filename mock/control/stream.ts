/** The journal as server-sent events (HTML standard, 9.2): what was before, where that is wanted, then what comes. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { JournalDesk, JournalFilter } from './desk.ts';
import { lastOf } from './journal-filter.ts';
import { type ControlReply, type ControlStream, problem } from './reply.ts';

export interface StreamRequest {
  readonly filter: JournalFilter;
  /** The id of the last entry that the reader has; undefined where it wants only what comes. */
  readonly from: number | undefined;
  readonly isHead: boolean;
  readonly signal: AbortSignal;
}

type Streams = (request: StreamRequest) => ControlReply | ControlStream;

/** Each holds a connection and what its reader has not read yet. */
export const MOST_STREAMS = 64;

const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' };

/** `heartbeat` is in milliseconds: proxies close connections on which nothing happens. */
export function createStreams(journal: JournalDesk, heartbeat: number): Streams {
  let open = 0;
  return (request) => {
    if (request.isHead) return { status: 200, headers, body: '' };
    if (open >= MOST_STREAMS)
      return problem(503, `streams: expected at most ${MOST_STREAMS} at a time, got one more`, {
        fix: 'Close those that nobody reads, then try again.',
        headers: { 'Retry-After': '1' },
      });
    open += 1;
    const write = async (response: ServerResponse) => {
      try {
        await stream({ ...request, journal, heartbeat, response });
      } finally {
        open -= 1;
      }
    };
    return { headers, write };
  };
}

interface Stream extends StreamRequest {
  readonly journal: JournalDesk;
  readonly heartbeat: number;
  readonly response: ServerResponse;
}

async function stream(one: Stream): Promise<void> {
  const { journal, heartbeat, response } = one;
  const { after: _after, limit, ...filter } = one.filter;
  const backlog = createBacklog();
  const signal = AbortSignal.any([one.signal, backlog.overflow]);
  const beat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, heartbeat);
  // Listens first and looks then, so that nothing falls between; what is found both ways is told once.
  const stop = await journal.watch(backlog.add, filter).catch(ended(beat));
  try {
    response.write('retry: 1000\n\n');
    const earlier = lastOf(await earlierOf(one, filter), limit);
    const told = new Set(earlier.map(({ id }) => id));
    for (const entry of earlier) await tell(response, entry, signal);
    for (;;) {
      const entry = await backlog.next(signal);
      if (!told.has(entry.id)) await tell(response, entry, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop();
    clearInterval(beat);
    backlog.clear();
    end(response, backlog.overflow.aborted);
  }
}

function ended(beat: NodeJS.Timeout) {
  return (error: unknown): never => {
    clearInterval(beat);
    throw error;
  };
}

/** A reader whose last entry is newer than the newest has read from another journal: this one is new to it from the start. */
async function earlierOf(
  { journal, from, filter: { limit } }: Stream,
  filter: JournalFilter,
): Promise<readonly JournalEntry[]> {
  if (from === undefined) return limit === undefined ? [] : journal.list(filter);
  const found = await journal.list({ ...filter, after: from });
  if (found.length > 0) return found;
  const newest = (await journal.list({ limit: 1 })).at(-1)?.id ?? from;
  return newest < from ? journal.list(filter) : [];
}

/** JSON has no line breaks of its own. Rejects when the reader has left. */
async function tell(response: ServerResponse, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const isTaken = response.write(`id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`);
  if (!isTaken) await once(response, 'drain', { signal });
}

const dropped = {
  title: 'Dropped',
  detail: 'The reader was too slow: more entries came than are kept for it.',
  fix: 'Read on from the last id with Last-Event-ID or after=, and read faster or filter.',
};

/** How long a reader that was dropped may take to read that it was. */
const GOODBYE_MS = 5_000;

function end(response: ServerResponse, isDropped: boolean): void {
  if (response.destroyed) return;
  response.end(isDropped ? `event: dropped\ndata: ${JSON.stringify(dropped)}\n\n` : '');
  if (!isDropped) return;
  const timer = setTimeout(() => response.destroy(), GOODBYE_MS);
  response.once('close', () => clearTimeout(timer));
}

/** What a reader of the stream has not read yet: never more than so much of it. */
interface Backlog {
  readonly add: (entry: JournalEntry) => void;
  /** Waits for one. Rejects when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<JournalEntry>;
  readonly clear: () => void;
  /** Aborted when there was more than is kept. */
  readonly overflow: AbortSignal;
}

const MOST_ENTRIES = 1_000;

/** Characters of bodies. */
const MOST_TEXT = 8_000_000;

function createBacklog(): Backlog {
  const waiting: JournalEntry[] = [];
  const overflow = new AbortController();
  const added = new EventTarget();
  let text = 0;
  const clear = () => {
    waiting.length = 0;
    text = 0;
  };
  return {
    add: (entry) => {
      if (overflow.signal.aborted) return;
      waiting.push(entry);
      text += textOf(entry);
      if (waiting.length > MOST_ENTRIES || text > MOST_TEXT) {
        clear();
        overflow.abort();
      } else added.dispatchEvent(new Event('added'));
    },
    next: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const entry = waiting.shift();
        if (entry === undefined) await once(added, 'added', { signal });
        else {
          text -= textOf(entry);
          return entry;
        }
      }
    },
    clear,
    overflow: overflow.signal,
  };
}

function textOf({ request, response }: JournalEntry): number {
  return (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
