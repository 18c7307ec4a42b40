/** The routes of the request journal. */
import { entryCurl } from '../../journal/entry-curl.ts';
import { entrySnippets } from '../../journal/snippets/entry-snippets.ts';
import type { JournalAdmin, JournalFilter, JournalWait } from '../admin-service.ts';
import {
  type ControlRequest,
  type ControlRoutes,
  jsonResponse,
  noContent,
  numberParameter,
  problemResponse,
  textParameter,
  withoutUndefined,
} from '../control-response.ts';
import { createStreamFactory } from '../journal-stream.ts';
import type { ServedContract } from '../server-info.ts';

export interface JournalRouteOptions {
  readonly journal: JournalAdmin;
  /** Milliseconds between the heartbeats of a stream. */
  readonly heartbeatMs: number;
  /** Called for each request: contracts can be replaced. */
  readonly servedContracts: () => readonly ServedContract[];
  /** The token that the contracts accept as a credential. */
  readonly token: string;
}

export function journalRoutes({ journal, heartbeatMs, servedContracts, token }: JournalRouteOptions): ControlRoutes {
  const streams = createStreamFactory(journal, heartbeatMs);
  const findEntry = async (request: ControlRequest) => {
    const id = numberParameter(request, 'path.id') ?? 0;
    return (await journal.list({ after: id - 1 })).find((one) => one.id === id);
  };
  return {
    listJournal: async (request) => entriesResponse(await journal.list(filterParameters(request))),
    countJournal: async (request) => jsonResponse(200, { count: await journal.count(filterParameters(request)) }),
    clearJournal: async () => {
      await journal.clear();
      return noContent;
    },
    waitForJournal: async (request) => entriesResponse(await journal.waitFor(waitParameters(request))),
    streamJournal: async (request) => {
      const afterId = numberParameter(request, 'header.Last-Event-ID') ?? numberParameter(request, 'query.after');
      return streams({
        filter: filterParameters(request),
        afterId,
        isHead: request.method === 'HEAD',
        signal: request.signal,
      });
    },
    readEntry: async (request) => {
      const entry = await findEntry(request);
      return entry === undefined ? entryNotFound(request) : jsonTextResponse(JSON.stringify(entry));
    },
    readEntryCurl: async (request) => {
      const entry = await findEntry(request);
      if (entry === undefined) return entryNotFound(request);
      const contract = servedContracts().find(({ prefix }) => prefix === entry.mount)?.contract;
      const origin = originParameter(request);
      if (origin === undefined)
        return problemResponse(400, 'base: expected an http or https URL', { fix: BASE_URL_FIX });
      const line = entryCurl(entry, { origin, schemes: contract?.securitySchemes ?? [], token });
      if (line !== undefined) return jsonTextResponse(JSON.stringify({ curl: line }));
      return problemResponse(409, `entry ${entry.id}: the journal does not contain its complete body`, {
        fix: 'Send the request again from the app. The journal keeps at most 65,536 characters of a text body.',
      });
    },
    readEntrySnippets: async (request) => {
      const entry = await findEntry(request);
      if (entry === undefined) return entryNotFound(request);
      const contract = servedContracts().find(({ prefix }) => prefix === entry.mount)?.contract;
      const origin = originParameter(request);
      if (origin === undefined)
        return problemResponse(400, 'base: expected an http or https URL', { fix: BASE_URL_FIX });
      const snippets = entrySnippets(entry, { origin, schemes: contract?.securitySchemes ?? [] });
      return jsonTextResponse(JSON.stringify(snippets));
    },
  };
}

function entryNotFound(request: ControlRequest) {
  return problemResponse(404, `entry ${numberParameter(request, 'path.id') ?? 0}: not in the journal`, {
    fix: 'GET /__store/journal lists the entries. The oldest are evicted first, and a reset deletes all of them.',
  });
}

const BASE_URL_FIX = 'Pass the address of this server, such as base=http://127.0.0.1:4010.';

function originParameter(request: ControlRequest): string | undefined {
  const url = URL.parse(textParameter(request, 'query.base') ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

function entriesResponse(entries: readonly object[]) {
  return jsonTextResponse(JSON.stringify({ entries }));
}

function jsonTextResponse(body: string) {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

function filterParameters(request: ControlRequest): JournalFilter {
  const { valid, ...filter } = {
    operation: textParameter(request, 'query.operation'),
    method: textParameter(request, 'query.method'),
    path: textParameter(request, 'query.path'),
    status: numberParameter(request, 'query.status'),
    after: numberParameter(request, 'query.after'),
    limit: numberParameter(request, 'query.limit'),
    valid: request.parameters.get('query.valid'),
  };
  return { ...withoutUndefined(filter), ...(typeof valid === 'boolean' ? { valid } : {}) };
}

function waitParameters(request: ControlRequest): JournalWait {
  const wait = {
    count: numberParameter(request, 'query.count'),
    timeout: numberParameter(request, 'query.timeout'),
  };
  return { ...filterParameters(request), ...withoutUndefined(wait), signal: request.signal };
}
