/** A case: one request to send, or several, and what the contract demands of the answer to each. */
import type { Operation, Place } from '../../../spec/model/contract.ts';
import type { Expectation, FreshValues, RequestSpec, ToleratedResponse } from './request-spec.ts';
import type { Sequence } from './sequence.ts';

export type TestCase = RequestCase | SequenceCase;

/** One request, and what goes out beside it. */
export interface RequestCase extends CaseFacts {
  readonly kind: 'request';
  /** The request, with fresh ids each time. */
  buildRequest(fresh: FreshValues): RequestSpec;
  /** The same about a record that is made for it now, where the request uses up what it is about. */
  prepare?(fresh: FreshValues): Promise<RequestCase>;
  /** For what was drawn at random: like it but simpler, the simplest first. */
  shrink?(): Iterable<TestCase>;
}

/** Several requests one after the other, each of its own operation and each judged. */
export interface SequenceCase extends CaseFacts {
  readonly kind: 'sequence';
  readonly sequence: Sequence;
  /** For what was drawn at random: like it but simpler, the simplest first. */
  shrink?(): Iterable<TestCase>;
}

/** What is said of a case, and of each step of a sequence: all that a check may ask for. */
export interface CaseFacts {
  /** Stable over runs: `createOrder/missing-property/body.name`. */
  readonly id: string;
  readonly operation: Operation;
  readonly category: string;
  readonly expectation: Expectation;
  /** The one thing that makes it, in words: `the property "name" is left out`. */
  readonly mutation: string;
  /** What it rests on in the contract. */
  readonly place: Place;
  /** Cases of one family with the same cause fold into one finding: the property, or what was done to the message. */
  readonly topic: string;
  readonly tolerated: readonly ToleratedResponse[];
  /** What is the same in every run, and may be refused as a duplicate by a store that refuses them. */
  readonly constantPart: 'number' | 'text' | undefined;
  /** What goes out beside it, where more than one request makes the case. */
  readonly sendMode?: SendMode | undefined;
  /** It goes out while nothing else of ours is under way: what others create meanwhile would hide what it looks for. */
  readonly isExclusive?: boolean | undefined;
}

/** A case with company has a connection of its own, and is judged like any other. */
export type SendMode =
  /** The connection is new; `watched`: what comes on it after the response is looked for; `paused`: most of its time is a pause of ours. */
  | { readonly kind: 'new connection' | 'watched' | 'paused' }
  | PrecedingRequests
  /** It is sent so many times, each judged: at the same moment on connections of its own, or one after the other on one. */
  | { readonly kind: 'at once' | 'in a row'; readonly count: number };

export interface PrecedingRequests {
  readonly kind: 'preceded';
  /** Sent before it, one after the other, on its connection. */
  buildRequests(mainRequest: RequestSpec, fresh: FreshValues): readonly RequestSpec[];
  /** What comes before is to be refused; where it is not, what it has left behind may weigh on this one. */
  readonly shouldBeRejected?: boolean;
  /** The cookies that the answers before it have set come along. */
  readonly keepsCookies?: boolean;
}
