/** A case: one request or several, and what the contract requires of each response. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Operation, Place } from '../../../spec/model/contract.ts';
import type { Exchange } from './exchange.ts';
import type { Expectation, FreshValues, RequestSpec, ToleratedResponse } from './request-spec.ts';
import type { CaseExchange, Sequence } from './sequence.ts';

export type TestCase = RequestCase | SequenceCase;

/** One request, and how it is sent. */
export interface RequestCase extends CaseFacts {
  readonly kind: 'request';
  /** The request, with fresh values each time. */
  buildRequest(fresh: FreshValues): RequestSpec;
  /** Creates the record that the request consumes, and returns the case for that record. */
  prepare?(fresh: FreshValues): Promise<TestCase>;
  /** Of a prepared case: called when it was sent, because its record may not have been consumed. */
  release?(exchanges: readonly CaseExchange[]): void;
  /** For random cases: simpler variants of it, the simplest first. */
  shrink?(): Iterable<TestCase>;
}

/** Several requests sent one after the other, each checked as a request of its operation. */
export interface SequenceCase extends CaseFacts {
  readonly kind: 'sequence';
  readonly sequence: Sequence;
  /** Creates the record that the sequence is about, and returns the case for that record. */
  prepare?(fresh: FreshValues): Promise<TestCase>;
  /** For random cases: simpler variants of it, the simplest first. */
  shrink?(): Iterable<TestCase>;
}

/** The facts about a case, or about a step of a sequence, that checks may read. */
export interface CaseFacts {
  /** Stable over runs: `createOrder/missing-property/body.name`. */
  readonly id: string;
  readonly operation: Operation;
  readonly category: string;
  readonly expectation: Expectation;
  /** The mutation, as a clause for reports: `the required property body.name is missing`. */
  readonly mutation: string;
  /** The place in the contract that the case tests. */
  readonly place: Place;
  /** Failures of one category with the same topic become one finding: the property, or the change to the message. */
  readonly topic: string;
  readonly tolerated: readonly ToleratedResponse[];
  /** The kind of value that is the same in every run, and that an implementation may reject as a duplicate. */
  readonly constantPart: 'number' | 'text' | undefined;
  /** How it is sent, when not alone through the shared connections. */
  readonly sendMode?: SendMode | undefined;
  /** It repeats an idempotency key. */
  readonly keyRepetition?: KeyRepetition | undefined;
  /** What a case of one request has to show; the goals of a sequence are its own. */
  readonly goal?: CaseGoal | undefined;
  /** It runs while no other case does: records that other cases create would hide what it looks for. */
  readonly isExclusive?: boolean | undefined;
  /** It uses one of the few keys that are known to be accepted, so that a repetition may find it taken. */
  readonly usesFewKeys?: boolean | undefined;
}

/** What has to be observed of an operation: only then that was tested. */
export interface CaseGoal {
  /** For example `a repeated request creates no second record`. */
  readonly description: string;
  isReached(exchanges: readonly CaseExchange[]): boolean;
  /** Why the exchanges did not show it; undefined when the kit has no request for it. */
  obstacle(exchanges: readonly CaseExchange[]): string | undefined;
}

/** How the requests of a case that have the same idempotency key relate. */
export type KeyRepetition = {
  /** The name of the record that a response shows; undefined when it shows none. */
  identify(requestSpec: RequestSpec, exchange: Exchange): Json | undefined;
} & (
  | { readonly body: 'same' }
  | {
      readonly body: 'other';
      /** A description in the contract says that the key with another body is rejected. */
      readonly isRejectionDeclared: boolean;
    }
);

/** Each of these uses a separate connection; the checks are the same. */
export type SendMode =
  /**
   * A new connection. `watched`: bytes after the response are collected; `paused`: most of its duration is a pause of
   * the client.
   */
  | { readonly kind: 'new connection' | 'watched' | 'paused' }
  | PrecedingRequests
  /** Sent `count` times, each checked: concurrently on separate connections, or sequentially on one. */
  | { readonly kind: 'concurrent' | 'sequential'; readonly count: number }
  /** One request, with the same values, sent `count` times concurrently. */
  | { readonly kind: 'same request'; readonly count: number }
  | AccompaniedRequests;

/** Sent `count` times concurrently, each checked, together with as many other requests, which are not checked. */
export interface AccompaniedRequests {
  readonly kind: 'accompanied';
  readonly count: number;
  buildOther(fresh: FreshValues): RequestSpec;
}

export interface PrecedingRequests {
  readonly kind: 'preceded';
  /** Sent before it, sequentially, on the same connection. */
  buildRequests(mainRequest: RequestSpec, fresh: FreshValues): readonly RequestSpec[];
  /** The preceding requests should be rejected; if they are not, their effects may influence this one. */
  readonly shouldBeRejected?: boolean;
  /** Cookies set by the preceding responses are sent along. */
  readonly keepsCookies?: boolean;
}
