/** The response of a journal entry, for code that returns it. */
import { MASK } from '../../authentication/credential-locations.ts';
import type { JournalEntry } from '../../model/journal-entry.ts';
import { isCompleteBody } from './recorded-request.ts';

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none, or the journal does not have the whole of it as text. */
  readonly body: string | undefined;
  readonly isMasked: boolean;
  readonly comments: readonly string[];
}

/** Headers of the connection, and of a coding that the text no longer has. */
const omittedHeaders = /^(?:connection|keep-alive|date|content-length|content-encoding|transfer-encoding)$/i;

/** Undefined if no response was sent. */
export function recordedResponse({ request: { method }, response }: JournalEntry): RecordedResponse | undefined {
  if (response === null) return undefined;
  const { status } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !omittedHeaders.test(name)));
  const mayHaveBody = method !== 'HEAD' && ![204, 205, 304].includes(status);
  const body = mayHaveBody ? response.body : null;
  const isComplete = body === null || isCompleteBody(body);
  const isMasked = [...Object.values(headers), body?.text ?? ''].some((text) => String(text).includes(MASK));
  return {
    status,
    headers,
    body: isComplete ? body?.text : undefined,
    isMasked,
    comments: [
      ...(isMasked ? ['// *** stands for a secret that the journal does not keep.'] : []),
      ...(isComplete ? [] : ['// The journal does not have the whole body as text: add it.']),
    ],
  };
}

/** The path and query that a request must have; a masked query is not compared. */
export function matchedAddress({ request: { target } }: JournalEntry, origin: string): MatchedAddress {
  const url = URL.parse(target, origin);
  const path = url?.pathname ?? target.replace(/\?.*/s, '');
  const search = url?.search ?? '';
  return { path, search: search.includes(MASK) ? '' : search, isMasked: path.includes(MASK) };
}

export interface MatchedAddress {
  readonly path: string;
  /** Empty if any query matches. */
  readonly search: string;
  readonly isMasked: boolean;
}
