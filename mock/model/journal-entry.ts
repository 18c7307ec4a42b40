/** One exchange as the journal keeps it: what the app sent, what the contract says of it, what it got. Nothing secret is in it. */
import type { ConnectionFault } from './rule.ts';

export interface NewEntry {
  /** When the request arrived, ISO 8601. */
  readonly time: string;
  /** Until the answer was ready, wanted delays included. */
  readonly milliseconds: number;
  /** The prefix of the contract that it was for: the empty string where there is one contract alone. */
  readonly mount: string;
  /** The id of the operation; null where no route fits. */
  readonly operation: string | null;
  readonly request: JournalRequest;
  /** Null where none was sent: the client went away, or a fault of the connection was wanted. */
  readonly response: JournalResponse | null;
  /** Whether the request keeps the contract: route, credentials, parameters and body. */
  readonly valid: boolean;
  /** What is wrong with the request; with the answer too where it is not the kit's own. Empty where nothing is. */
  readonly violations: readonly JournalViolation[];
  /** Why the answer is what it is, where that needs saying; for an unknown route the nearest one. */
  readonly why: string | null;
  /** The id of the scenario rule that had a say. */
  readonly rule: string | null;
  readonly fault: ConnectionFault | null;
}

/**
 * An entry that is made when somebody first reads it, which most never are. Nobody who reads a journal sees what it is made
 * of: that has secrets in it.
 */
export interface LazyEntry {
  /** No less than the characters of both bodies will be. */
  readonly maxTextLength: number;
  readonly create: () => NewEntry;
}

export interface JournalEntry extends NewEntry {
  /** 1, 2, 3, ... in the order of arrival in the journal. */
  readonly id: number;
}

export interface JournalRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as sent, credentials in it masked. */
  readonly target: string;
  /** By lower-case name; credentials masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there was none, or it was not read. */
  readonly body: JournalBody | null;
}

export interface JournalResponse {
  readonly status: number;
  /** By name as sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JournalBody | null;
}

export interface JournalBody {
  /** As UTF-8, at most MAX_BODY_TEXT characters; what is not UTF-8 is shown by the replacement character. */
  readonly text: string;
  /** Of the whole body. */
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface JournalViolation {
  readonly side: 'request' | 'response';
  /** Of refusals.ts. */
  readonly code: number;
  /** A JSON Schema keyword, or a kind of refusal. */
  readonly rule: string;
  /** `body.id: expected integer, got string "7"` */
  readonly message: string;
}

export const MAX_BODY_TEXT = 65_536;
