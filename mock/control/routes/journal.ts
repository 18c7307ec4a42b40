/** What the app sent. */
import type { JournalDesk, JournalFilter, JournalWait } from '../desk.ts';
import { json, nothing, problem } from '../reply.ts';
import { type ControlCall, type ControlRoutes, defined, numberIn, textIn } from '../route.ts';
import { createStreams } from '../stream.ts';

export interface JournalRouteOptions {
  readonly journal: JournalDesk;
  /** Milliseconds between the signs of life of a stream. */
  readonly heartbeat: number;
}

export function journalRoutes({ journal, heartbeat }: JournalRouteOptions): ControlRoutes {
  const streams = createStreams(journal, heartbeat);
  return {
    listJournal: async (call) => entriesReply(await journal.list(filterIn(call))),
    countJournal: async (call) => json(200, { count: await journal.count(filterIn(call)) }),
    clearJournal: async () => {
      await journal.clear();
      return nothing;
    },
    waitForJournal: async (call) => entriesReply(await journal.waitFor(waitIn(call))),
    streamJournal: async (call) => {
      const from = numberIn(call, 'header.Last-Event-ID') ?? numberIn(call, 'query.after');
      return streams({ filter: filterIn(call), from, isHead: call.method === 'HEAD', signal: call.signal });
    },
    readEntry: async (call) => {
      const id = numberIn(call, 'path.id') ?? 0;
      const entry = (await journal.list({ after: id - 1 })).find((one) => one.id === id);
      if (entry !== undefined) return textReply(JSON.stringify(entry));
      return problem(404, `entry ${id}: not in the journal`, {
        fix: 'GET /__store/journal lists those that are; the oldest leave first, and all at a reset.',
      });
    },
  };
}

function entriesReply(entries: readonly object[]) {
  return textReply(JSON.stringify({ entries }));
}

function textReply(body: string) {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

function filterIn(call: ControlCall): JournalFilter {
  const { valid, ...given } = {
    operation: textIn(call, 'query.operation'),
    method: textIn(call, 'query.method'),
    path: textIn(call, 'query.path'),
    status: numberIn(call, 'query.status'),
    after: numberIn(call, 'query.after'),
    limit: numberIn(call, 'query.limit'),
    valid: call.parameters.get('query.valid'),
  };
  return { ...defined(given), ...(typeof valid === 'boolean' ? { valid } : {}) };
}

function waitIn(call: ControlCall): JournalWait {
  const given = { count: numberIn(call, 'query.count'), timeout: numberIn(call, 'query.timeout') };
  return { ...filterIn(call), ...defined(given), signal: call.signal };
}
