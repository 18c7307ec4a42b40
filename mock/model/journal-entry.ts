/** A journal entry of one exchange: request, validation result and response, with all secrets masked. */
import type { OutgoingRequest } from './outgoing-request.ts';
import type { ConnectionFault } from './rule.ts';

export type EntryKind = 'request' | OutgoingRequest['kind'];

export interface NewEntry {
  /** `request`: received from a client. A `callback` or `webhook` was sent to one. */
  readonly kind: EntryKind;
  /** When the request arrived, in ISO 8601. */
  readonly time: string;
  /** The time until the response was ready, including configured delays. */
  readonly milliseconds: number;
  /** The prefix of the contract; the empty string for a single contract at the root. */
  readonly mount: string;
  /** The id of the operation, or the name of the callback or webhook; null if no route matches. */
  readonly operation: string | null;
  readonly request: JournalRequest;
  /** Null if no response was sent: the client disconnected, or a connection fault was configured. */
  readonly response: JournalResponse | null;
  /** Whether the request conforms to the contract: route, credentials, parameters and body. */
  readonly valid: boolean;
  /** The violations of the request, and those of a response that the mock did not generate. Empty if there are none. */
  readonly violations: readonly JournalViolation[];
  /** Why the response is not the regular one; for an unknown route the nearest one. Null for a regular response. */
  readonly why: string | null;
  /** The id of the scenario rule that applied. */
  readonly rule: string | null;
  readonly fault: ConnectionFault | null;
}

/**
 * An entry that is created when it is first read, which most entries never are. Its source data contains secrets and is
 * never exposed.
 */
export interface LazyEntry {
  /** An upper bound for the number of characters in both bodies. */
  readonly maxTextLength: number;
  readonly create: () => NewEntry;
}

export interface JournalEntry extends NewEntry {
  /** 1, 2, 3, ... in the order in which the entries are added. */
  readonly id: number;
}

export interface JournalRequest {
  /** In upper case. */
  readonly method: string;
  /** Path and query as sent, with credentials masked; the whole URL of a request that the mock sent. */
  readonly target: string;
  /** By lower-case name, with credentials masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if there was none, or it was not read. */
  readonly body: JournalBody | null;
}

export interface JournalResponse {
  readonly status: number;
  /** By name as sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JournalBody | null;
}

export interface JournalBody {
  /** Decoded as UTF-8, at most MAX_BODY_TEXT characters; invalid bytes appear as the replacement character. */
  readonly text: string;
  /** The size of the whole body. */
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface JournalViolation {
  readonly side: 'request' | 'response';
  /** One of the codes in http-error.ts. */
  readonly code: number;
  /** A JSON Schema keyword, or the kind of an HTTP error. */
  readonly rule: string;
  /** `body.id: expected integer, got string "7"` */
  readonly message: string;
}

export const MAX_BODY_TEXT = 65_536;
