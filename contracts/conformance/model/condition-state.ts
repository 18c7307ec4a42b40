/** What conditional requests and range requests should get, for the checks on their responses. */
import type { Exchange } from './exchange.ts';

export type ConditionState =
  /** A change, since `If-Match` holds; or none, since it does not. */
  | {
      readonly expects: 'if-match';
      /** The text of the header. */
      readonly condition: string;
      readonly holds: boolean;
      /** The same kind of change was accepted with another condition that holds. */
      readonly wasAccepted: boolean;
      /** The ETag may have been old already: the change is repeated with that of another read. */
      readonly isRepeated?: boolean;
    }
  /** The same as before a change that was rejected. */
  | { readonly expects: 'unchanged'; readonly before: Exchange }
  /** 304 where the client has the current version; never where it has another. */
  | {
      readonly expects: 'if-none-match';
      readonly condition: string;
      readonly hasCurrent: boolean;
      /** The response to the same request without a condition. */
      readonly shown: Exchange;
    }
  /** A part of this response, or all of it. */
  | { readonly expects: 'range'; readonly whole: Exchange; readonly range: RequestedRange }
  /** All of it again, after requests for parts. */
  | { readonly expects: 'whole'; readonly whole: Exchange };

/** What a `Range` header selects. */
export type RequestedRange =
  | { readonly kind: 'one'; readonly text: string; readonly bytes: ByteRange }
  | { readonly kind: 'several'; readonly text: string; readonly bytes: readonly ByteRange[] }
  /** No byte is within it. */
  | { readonly kind: 'beyond the end'; readonly text: string }
  | { readonly kind: 'unknown unit'; readonly text: string };

export interface ByteRange {
  readonly first: number;
  /** Included. */
  readonly last: number;
}
