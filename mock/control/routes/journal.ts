/** What the app sent. */
import { entryCurl } from '../../journal/entry-curl.ts';
import type { JournalDesk, JournalFilter, JournalWait } from '../desk.ts';
import type { ServedContract } from '../info.ts';
import {
  type ControlCall,
  type ControlRoutes,
  defined,
  json,
  nothing,
  numberIn,
  problem,
  textIn,
} from '../reply.ts';
import { createStreams } from '../stream.ts';

export interface JournalRouteOptions {
  readonly journal: JournalDesk;
  /** Milliseconds between the signs of life of a stream. */
  readonly heartbeat: number;
  /** Of the moment: contracts can be replaced. */
  readonly served: () => readonly ServedContract[];
  /** What the contracts accept as a credential. */
  readonly token: string;
}

export function journalRoutes({ journal, heartbeat, served, token }: JournalRouteOptions): ControlRoutes {
  const streams = createStreams(journal, heartbeat);
  const entryIn = async (call: ControlCall) => {
    const id = numberIn(call, 'path.id') ?? 0;
    return (await journal.list({ after: id - 1 })).find((one) => one.id === id);
  };
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
      const entry = await entryIn(call);
      return entry === undefined ? noEntry(call) : textReply(JSON.stringify(entry));
    },
    readEntryCurl: async (call) => {
      const entry = await entryIn(call);
      if (entry === undefined) return noEntry(call);
      const contract = served().find(({ prefix }) => prefix === entry.mount)?.contract;
      const origin = originIn(call);
      if (origin === undefined) return problem(400, 'base: expected an http or https URL', { fix: ASK_BASE });
      const line = entryCurl(entry, { origin, schemes: contract?.securitySchemes ?? [], token });
      if (line !== undefined) return textReply(JSON.stringify({ curl: line }));
      return problem(409, `entry ${entry.id}: the journal does not have its whole body as it was sent`, {
        fix: 'Send the request again from the app; the journal keeps text of at most 65,536 characters.',
      });
    },
  };
}

function noEntry(call: ControlCall) {
  return problem(404, `entry ${numberIn(call, 'path.id') ?? 0}: not in the journal`, {
    fix: 'GET /__store/journal lists those that are; the oldest leave first, and all at a reset.',
  });
}

const ASK_BASE = 'Give the address of this server, such as base=http://127.0.0.1:4010.';

function originIn(call: ControlCall): string | undefined {
  const url = URL.parse(textIn(call, 'query.base') ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
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
