/** What was sent and answered for a case: exchanges to be judged, one by one. */
import type { Draft } from './draft.ts';
import type { Exchange } from './exchange.ts';
import type { Step } from './sequence.ts';

/** One judged exchange of a case. */
export interface Scene {
  readonly draft: Draft;
  readonly exchange: Exchange;
  /** On the same connection before it. */
  readonly earlier: readonly Exchange[];
  /** It is not the request that the case is about, but one before that one, which hung. */
  readonly isPrelude?: boolean;
  /** The step of a story that it is. */
  readonly step?: Step;
  /** What the story has done before. */
  readonly before?: readonly Stepped[];
  /** What a check on state asked for was there so many milliseconds later. */
  readonly lateMs?: number;
}

/** A step, and what came of it. */
export interface Stepped {
  readonly step: Step;
  readonly exchange: Exchange;
  /** What is wrong with it was right so many milliseconds later. */
  readonly lateMs?: number;
  /** It was waited for, and did not come. */
  readonly isWrong?: boolean;
}
