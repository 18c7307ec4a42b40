/**
 * A sequence: requests sent one after the other, where later ones are built from earlier responses. A case has it as
 * `sequence`; `stateful/execute-steps.ts` sends its steps. Each step is checked as a request of its operation, and the
 * state known by then reaches the checks as `CheckContext.expectedState`.
 */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, Place } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import type { ConditionState } from './condition-state.ts';
import type { Exchange } from './exchange.ts';
import type { IsolationState } from './isolation-state.ts';
import type { ListQuery, ListShape } from './list-query.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from './request-spec.ts';

export interface Sequence {
  /** Finite. It is not resumed after a request without a complete response, or one that was rate limited (429). */
  generateSteps(fresh: FreshValues, earlier?: EarlierCreations): StepGenerator<void>;
  /** What its steps can show. */
  readonly goals: readonly SequenceGoal[];
  /** A goal that no sequence reached is reported only if a sequence with this flag has it. */
  readonly requiresGoals: boolean;
}

/** What other cases of the run created before the sequence. */
export interface EarlierCreations {
  /** The first requests of the operation with status 201; their records may be deleted by now. */
  of(operation: Operation): readonly Creation[];
}

export interface Creation {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** What a sequence has to show about an operation: only then that was tested. */
export interface SequenceGoal {
  readonly operation: Operation;
  /** For example `a deleted record is no longer found`. */
  readonly description: string;
  isReached(steps: readonly ExecutedStep[]): boolean;
  /** Why the steps did not reach it; undefined when the kit has no request for it. */
  obstacle(steps: readonly ExecutedStep[]): string | undefined;
}

/** Yields a step, and receives its exchange. */
export type StepGenerator<Result> = Generator<Step, Result, Exchange>;

export interface Step {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  /** Milliseconds to wait after the previous response: an eventually consistent implementation has caught up by then. */
  readonly delayMs?: number;
  /** What the step does, as a clause for reports: `it is read`. */
  readonly description: string;
  /** `accept` by default. `silent` for a request about a deleted record: only the checks on state check its status. */
  readonly expectation?: 'accept' | 'unspecified' | 'reject';
  readonly tolerated?: readonly ToleratedResponse[];
  /** What the response should show. */
  readonly expectedState?: ExpectedState;
  /** What the step queries a list for. */
  readonly query?: ListQuery;
}

/** What a response is checked against. */
export type ExpectedState =
  /** The record, with the values of its last write. */
  | {
      readonly expects: 'record';
      readonly record: KnownRecord;
      /** Only this property is checked. */
      readonly onlyProperty?: string;
      /** The request followed this `Location` of the create response, for which the contract has no path template. */
      readonly location?: string;
    }
  /** The record as it was read before, since these writes were about others. */
  | {
      readonly expects: 'unwritten';
      readonly record: KnownRecord;
      /** The last read before the writes. */
      readonly before: Exchange;
      /** In the order in which they were sent; never empty. */
      readonly otherWrites: readonly RecordWrite[];
    }
  /** A replacement of the record, which exists. */
  | { readonly expects: 'replaced'; readonly record: KnownRecord }
  /** A new record, with another name than these. */
  | {
      readonly expects: 'new';
      readonly otherRecords: readonly KnownRecord[];
      readonly requestSpec: RequestSpec;
      /** It has the texts of another record (including its name, when clients choose names), and 409 is declared. */
      readonly isNearDuplicate?: boolean;
      /** The name that a response gives the new record; undefined when it gives none. */
      identify(exchange: Exchange): Json | undefined;
    }
  /** A list without the records whose creation was rejected. */
  | {
      readonly expects: 'none of rejected';
      readonly rejected: readonly RejectedRecord[];
      /** Why a rejection creates nothing. */
      readonly requirement: string;
      readonly itemsIn: PagesSoFar['itemsIn'];
    }
  /** A list as CSV. */
  | ({ readonly expects: 'table' } & ExpectedTable)
  /** The bytes of an uploaded file. */
  | { readonly expects: 'uploaded file'; readonly file: UploadedFile }
  /** No record, since it was deleted. */
  | { readonly expects: 'nothing'; readonly record: KnownRecord }
  /** A rejection, since the record in the path was deleted. */
  | { readonly expects: 'nothing below'; readonly record: KnownRecord }
  /** No trace of the record, which was created below another parent; `itemsIn` for a list. */
  | {
      readonly expects: 'absent below other parent';
      readonly record: KnownRecord;
      readonly itemsIn?: PagesSoFar['itemsIn'];
      /** The response to the same request below its own parent, for what is below the record. */
      readonly ownResponse?: Exchange;
      /** The request writes, and an earlier one like it has created nothing below this parent. */
      readonly isWritten?: boolean;
    }
  /** The record, since only a request below another parent has deleted it. */
  | { readonly expects: 'kept below own parent'; readonly record: KnownRecord; readonly deletion: Exchange }
  /** No success, since the request has no credentials and the response shows what requires them. */
  | { readonly expects: 'denial'; readonly place: Place }
  /** The response to an action: a rejection if a sentence of the contract allows it in other states only. */
  | {
      readonly expects: 'action';
      readonly record: KnownRecord;
      readonly property: string;
      readonly state: string;
      readonly sentence: string | undefined;
      /** It is repeated in the only state in which the declared 409 can be meant. */
      readonly isOnlyConflict?: boolean;
    }
  /** The record after an action on it, or on another one. */
  | { readonly expects: 'action result'; readonly record: KnownRecord; readonly action: SentAction }
  /** A list without the records that it showed before, since all of them were deleted. */
  | {
      readonly expects: 'cleared list';
      readonly shape: ListShape;
      readonly names: readonly string[];
      readonly removal: { readonly operation: Operation; readonly exchange: Exchange };
    }
  /** A rejection, since the record was already deleted. */
  | { readonly expects: 'rejection'; readonly record: KnownRecord }
  /** A success, since the value that has to be unique is that of the record itself. */
  | { readonly expects: 'own unique value'; readonly record: KnownRecord; readonly property: string }
  /** What a condition or a range in the request requires. */
  | ConditionState
  /** Nothing that belongs to the first user, since the second one requests it. */
  | IsolationState
  /** Another ETag, if an action has changed the record. */
  | { readonly expects: 'new etag'; readonly record: KnownRecord; readonly action: Exchange }
  /** A list, page by page, that contains the existing records and no deleted ones. */
  | { readonly expects: 'list'; readonly records: readonly KnownRecord[]; readonly pages: PagesSoFar };

export interface RejectedRecord {
  /** Properties that were sent for it alone. */
  readonly sent: JsonObject;
  readonly rejection: Exchange;
}

/** A list that was read as JSON just before. */
export interface ExpectedTable {
  readonly items: readonly Json[];
  /** The schema of its records. */
  readonly item: Schema;
  readonly idName: string | undefined;
}

/** An action on a record that has a state, such as `POST /orders/7/cancel`. */
export interface SentAction {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /**
   * `accepted` with its result; `done` by a job that has ended, or as a sentence of the contract says; `rejected` as a
   * conflict; or about another record than the one that is read.
   */
  readonly kind: 'accepted' | 'done' | 'rejected' | 'about another';
  /** The property with the state of the record. */
  readonly property: string;
  /** The state that has the name of the action: `cancelled` for `cancel`. */
  readonly reached: string | undefined;
  /** The read of the record before the action. */
  readonly before: Exchange;
  /** Another record in the same state, read meanwhile, still has that state. */
  readonly isControlled: boolean;
  /** A sentence of the contract excludes the action in the state that the record had. */
  readonly isExcluded: boolean;
  /** The states that it cannot lead to: a sentence states its result, and those are the results of other actions. */
  readonly otherResults: ReadonlySet<string>;
  /** Properties that the action keeps, as far as its name and its description show. */
  readonly keptNames: ReadonlySet<string>;
}

export interface PagesSoFar {
  /** The pages before this one. */
  readonly previousPages: readonly Exchange[];
  /** The items of a response; undefined when there is no list. */
  itemsIn(exchange: Exchange): readonly Json[] | undefined;
  /** The list ends with this page, as far as the contract and the response show. */
  isEnd(exchange: Exchange): boolean;
  /** Why a record may be missing nevertheless; undefined when there is no reason. */
  reasonForMissing(exchange: Exchange): string | undefined;
}

/** A record that a sequence created. */
export interface KnownRecord {
  /** The values of its path parameters: those of its parents first. */
  readonly pathValues: readonly Json[];
  /** The property that holds its id. */
  readonly idName: string | undefined;
  readonly read: Operation | undefined;
  readonly remove: Operation | undefined;
  /** The contract implies that it exists: created with 201, or a Location or a link points to it. */
  readonly isConfirmed: boolean;
  /** The accepted writes; the one that created it is the first. */
  readonly writes: readonly RecordWrite[];
  /** The last exchange whose response showed it. */
  readonly lastShown: Exchange | undefined;
  /** The name that it was found under after so many writes, where none of them showed it. */
  readonly foundAs?: { readonly name: string; readonly writeCount: number };
  readonly removal?: Exchange | undefined;
  /**
   * `remove` and `removal` are those of the record that it belongs to. Whether a sentence of the contract states that
   * it is deleted too, or only its path implies that.
   */
  readonly deletedWithParent?: 'stated' | 'implied';
  /** It was shown after it was deleted: reported then, and expected from there on. */
  readonly isStillShown: boolean;
  /** A read after its deletion did not find it. */
  readonly isConfirmedDeleted?: boolean;
  /** A read did not find it: the sequence does not use it any more. */
  readonly isMissing?: boolean;
  /** Its flags, numbers and states were changed, which may hide it or end its life. */
  readonly hasStateChanged?: boolean;
}

export interface RecordWrite {
  readonly kind: 'create' | 'replace' | 'change';
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** One exchange of a case. */
export interface CaseExchange {
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  /** The exchanges before it on the same connection. */
  readonly precedingExchanges: readonly Exchange[];
  /** The requests that were sent at the same time and write the same record. */
  readonly concurrentWrites?: readonly RequestSpec[];
  /** The same request, sent at the same time. */
  readonly repeatedExchanges?: readonly Exchange[];
  /** It is not the request that the case is about, but a preceding one, which timed out. */
  readonly isPreceding?: boolean;
  /** The step of the sequence, for sequence cases. */
  readonly step?: Step;
  /** The steps before it. */
  readonly previousSteps?: readonly ExecutedStep[];
  /** The expected state was there so many milliseconds later. */
  readonly fulfilledAfterMs?: number;
}

/** A step and its exchange. */
export interface ExecutedStep {
  readonly step: Step;
  readonly exchange: Exchange;
  /** The expected state was there so many milliseconds later. */
  readonly fulfilledAfterMs?: number;
  /** The step was repeated for a while, and the expected state did not appear. */
  readonly isUnfulfilled?: boolean;
}
