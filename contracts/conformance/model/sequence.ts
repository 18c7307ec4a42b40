/**
 * A sequence: requests one after the other, each of its own operation, where a later one is made of earlier answers. A case
 * has it as `sequence`; `stateful/execute.ts` sends its steps, each is judged as a request of its own operation, and what the
 * sequence knows by then reaches the checks as `Judged.recall`.
 */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Exchange } from './exchange.ts';
import type { ListQuery } from './list-query.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from './request-spec.ts';

export interface Sequence {
  /** Ends by itself. It is not asked any further after a request without a whole answer, or one that was limited (429). */
  generateSteps(fresh: FreshValues): StepGenerator<void>;
}

/** Yields a step, and is given what came of it. */
export type StepGenerator<Result> = Generator<Step, Result, Exchange>;

export interface Step {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  /** It is sent so many milliseconds after the answer before it: what a store passes on has arrived by then. */
  readonly delayMs?: number;
  /** What it does, after "then": `it is read`. */
  readonly description: string;
  /** Valid, so a success (the usual); or about what is not there any more: then only checks on state judge the status. */
  readonly expectation?: 'accept' | 'silent';
  readonly tolerated?: readonly ToleratedResponse[];
  /** What its answer is to show. */
  readonly expectedState?: ExpectedState;
  /** What was asked of a list. */
  readonly query?: ListQuery;
}

/** What an answer is held against. */
export type ExpectedState =
  /** The record, as it was written last. */
  | {
      readonly expects: 'record';
      readonly record: KnownRecord;
      /** Of all its properties this one alone is judged. */
      readonly onlyProperty?: string;
      /** The `Location` of the answer that created it was followed, which the contract has no template for. */
      readonly location?: string;
    }
  /** Another name than these records have. */
  | {
      readonly expects: 'new';
      readonly otherRecords: readonly KnownRecord[];
      readonly requestSpec: RequestSpec;
      /** It has the texts of one of the others, its name among them where clients give names, and 409 is declared. */
      readonly isNearDuplicate?: boolean;
      /** What an answer calls the new record; undefined where it does not. */
      identify(exchange: Exchange): Json | undefined;
    }
  /** Nothing, since the record was removed. */
  | { readonly expects: 'nothing'; readonly record: KnownRecord }
  /** Nothing of the record, which was created below another parent; in a list where there is one. */
  | {
      readonly expects: 'nothing elsewhere';
      readonly record: KnownRecord;
      readonly itemsIn?: PagesSoFar['itemsIn'];
    }
  /** A refusal, since the record was removed already. */
  | { readonly expects: 'refusal'; readonly record: KnownRecord }
  /** A list, one page after the other, in which the records that are there have their place, and removed ones have none. */
  | { readonly expects: 'list'; readonly records: readonly KnownRecord[]; readonly pages: PagesSoFar };

export interface PagesSoFar {
  /** Before this one. */
  readonly previousPages: readonly Exchange[];
  /** The items of an answer; undefined where there is no list. */
  itemsIn(exchange: Exchange): readonly Json[] | undefined;
  /** With this one the whole list was seen, as far as the contract and the answer tell. */
  isEnd(exchange: Exchange): boolean;
  /** Why a record may be missing there all the same; undefined where nothing speaks for it. */
  reasonForMissing(exchange: Exchange): string | undefined;
}

/** A record that a story has made. */
export interface KnownRecord {
  /** What names it in paths: those of its parents first. */
  readonly pathValues: readonly Json[];
  /** The property that names it. */
  readonly idName: string | undefined;
  readonly read: Operation | undefined;
  readonly remove: Operation | undefined;
  /** The contract implies that it is there: created with 201, or a Location or a link leads to it. */
  readonly isConfirmed: boolean;
  /** What was sent for it, and accepted: what created it first. */
  readonly writes: readonly RecordWrite[];
  /** The last answer that showed it. */
  readonly lastShown: Exchange | undefined;
  readonly removal?: Exchange | undefined;
  /** It was shown after it was removed: told then, and to be reckoned with from there on. */
  readonly isStillShown: boolean;
  /** It was not there when it was read after its removal. */
  readonly isConfirmedDeleted?: boolean;
  /** It was not there when it was read: nothing more is done with it. */
  readonly isMissing?: boolean;
  /** Its flags, numbers and states were changed, which may hide it or end it. */
  readonly hasStateChanged?: boolean;
}

export interface RecordWrite {
  readonly kind: 'create' | 'replace' | 'change';
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** One judged exchange of a case. */
export interface CaseExchange {
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** On the same connection before it. */
  readonly precedingExchanges: readonly Exchange[];
  /** It is not the request that the case is about, but one before that one, which hung. */
  readonly isPreceding?: boolean;
  /** The step of a story that it is. */
  readonly step?: Step;
  /** What the story has done before. */
  readonly previousSteps?: readonly ExecutedStep[];
  /** What a check on state asked for was there so many milliseconds later. */
  readonly fulfilledAfterMs?: number;
}

/** A step, and what came of it. */
export interface ExecutedStep {
  readonly step: Step;
  readonly exchange: Exchange;
  /** What is wrong with it was right so many milliseconds later. */
  readonly fulfilledAfterMs?: number;
  /** It was waited for, and did not come. */
  readonly isUnfulfilled?: boolean;
}
