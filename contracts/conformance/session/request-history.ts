/** The last requests that an implementation received, for the report if it becomes unreachable after them. */
import { type Exchange, isConnectionBroken, statusOf } from '../model/exchange.ts';

export interface RequestHistory {
  record(request: RecordedRequest, exchange: Exchange): void;
  /** `POST /items (createItem/valid-bodies/full): 500; ...`, the last one last; empty if there was none. */
  describe(): string;
}

export interface RecordedRequest {
  readonly method: string;
  /** Without credentials. */
  readonly path: string;
  /** Undefined for requests that belong to no case. */
  readonly caseId: string | undefined;
}

/** `size`: the number of requests that may have been in progress at the same time. */
export function createRequestHistory(size: number): RequestHistory {
  const last: (RecordedRequest & { readonly exchange: Exchange })[] = [];
  return {
    record(request, exchange) {
      last.push({ ...request, exchange });
      if (last.length > size) last.shift();
    },
    describe() {
      // A connection that broke is closest to the end.
      const broken = last.filter(({ exchange }) => isConnectionBroken(exchange));
      const shown = (broken.length > 0 ? broken : last).slice(-MAX_SHOWN);
      return shown.map(describeRequest).join('; ');
    },
  };
}

const MAX_SHOWN = 3;

const MAX_PATH_LENGTH = 120;

function describeRequest({
  method,
  path,
  caseId,
  exchange,
}: RecordedRequest & { readonly exchange: Exchange }): string {
  const shortPath = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
  const owner = caseId === undefined ? '' : ` (${caseId})`;
  const outcome = statusOf(exchange) ?? 'no complete response';
  return `${method} ${shortPath}${owner}: ${outcome}`;
}
