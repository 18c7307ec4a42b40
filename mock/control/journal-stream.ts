/** The journal as server-sent events (HTML standard, 9.2): earlier entries if requested, then new ones. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { JournalAdmin, JournalFilter } from './admin-service.ts';
import { type ControlResponse, type ControlStream, problemResponse } from './control-response.ts';
import { lastEntries } from './journal-filter.ts';

export interface StreamRequest {
  readonly filter: JournalFilter;
  /** The id of the last entry that the reader has; undefined if it only wants new entries. */
  readonly afterId: number | undefined;
  readonly isHead: boolean;
  readonly signal: AbortSignal;
}

type StreamFactory = (request: StreamRequest) => ControlResponse | ControlStream;

/** Each stream holds a connection and a backlog of unread entries. */
export const MAX_STREAMS = 64;

const streamHeaders = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' };

/** `heartbeatMs`: proxies close idle connections. */
export function createStreamFactory(journal: JournalAdmin, heartbeatMs: number): StreamFactory {
  let openStreams = 0;
  return (request) => {
    if (request.isHead) return { status: 200, headers: streamHeaders, body: '' };
    if (openStreams >= MAX_STREAMS)
      return problemResponse(503, `streams: expected at most ${MAX_STREAMS} open streams, got one more`, {
        fix: 'Close unused streams, then try again.',
        headers: { 'Retry-After': '1' },
      });
    openStreams += 1;
    const write = async (response: ServerResponse) => {
      try {
        await writeStream({ ...request, journal, heartbeatMs, response });
      } finally {
        openStreams -= 1;
      }
    };
    return { headers: streamHeaders, write };
  };
}

interface Stream extends StreamRequest {
  readonly journal: JournalAdmin;
  readonly heartbeatMs: number;
  readonly response: ServerResponse;
}

async function writeStream(context: Stream): Promise<void> {
  const { journal, heartbeatMs, response } = context;
  const { after: _after, limit, ...filter } = context.filter;
  const backlog = createBacklog();
  const signal = AbortSignal.any([context.signal, backlog.overflow]);
  const heartbeatTimer = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, heartbeatMs);
  // Subscribes before it reads, so that no entry is missed; an entry found both ways is sent once.
  const stop = await journal.watch(backlog.add, filter).catch(stopHeartbeatAndThrow(heartbeatTimer));
  try {
    response.write('retry: 1000\n\n');
    const earlier = lastEntries(await earlierEntries(context, filter), limit);
    const sentIds = new Set(earlier.map(({ id }) => id));
    for (const entry of earlier) await sendEvent(response, entry, signal);
    for (;;) {
      const entry = await backlog.next(signal);
      if (!sentIds.has(entry.id)) await sendEvent(response, entry, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop();
    clearInterval(heartbeatTimer);
    backlog.clear();
    endStream(response, backlog.overflow.aborted);
  }
}

function stopHeartbeatAndThrow(heartbeatTimer: NodeJS.Timeout) {
  return (error: unknown): never => {
    clearInterval(heartbeatTimer);
    throw error;
  };
}

/**
 * If the reader's last id is greater than the newest one, it read from another journal: send this one from the start.
 */
async function earlierEntries(
  { journal, afterId, filter: { limit } }: Stream,
  filter: JournalFilter,
): Promise<readonly JournalEntry[]> {
  if (afterId === undefined) return limit === undefined ? [] : journal.list(filter);
  const found = await journal.list({ ...filter, after: afterId });
  if (found.length > 0) return found;
  const newest = (await journal.list({ limit: 1 })).at(-1)?.id ?? afterId;
  return newest < afterId ? journal.list(filter) : [];
}

/** JSON.stringify writes no line breaks, so the data fits in one line. Rejects when the reader has disconnected. */
async function sendEvent(response: ServerResponse, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const isBuffered = response.write(`id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`);
  if (!isBuffered) await once(response, 'drain', { signal });
}

const droppedEvent = {
  title: 'Dropped',
  detail: 'The reader was too slow: more entries arrived than the mock server buffers for it.',
  fix: 'Continue from the last id with Last-Event-ID or after=. Read faster or use a filter.',
};

/** How long a reader may take to read the event that it was dropped. */
const DROPPED_LINGER_MS = 5_000;

function endStream(response: ServerResponse, isDropped: boolean): void {
  if (response.destroyed) return;
  response.end(isDropped ? `event: dropped\ndata: ${JSON.stringify(droppedEvent)}\n\n` : '');
  if (!isDropped) return;
  const timer = setTimeout(() => response.destroy(), DROPPED_LINGER_MS);
  response.once('close', () => clearTimeout(timer));
}

/** The bounded backlog of entries that the reader of a stream has not read yet. */
interface Backlog {
  readonly add: (entry: JournalEntry) => void;
  /** Waits for an entry. Rejects when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<JournalEntry>;
  readonly clear: () => void;
  /** Aborted when the backlog exceeds its limits. */
  readonly overflow: AbortSignal;
}

const MAX_ENTRIES = 1_000;

/** Characters of body text. */
const MAX_TEXT = 8_000_000;

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
      text += bodyTextLength(entry);
      if (waiting.length > MAX_ENTRIES || text > MAX_TEXT) {
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
          text -= bodyTextLength(entry);
          return entry;
        }
      }
    },
    clear,
    overflow: overflow.signal,
  };
}

function bodyTextLength({ request, response }: JournalEntry): number {
  return (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
