/** The events of a run, and its result. */
import type { Finding, Severity } from '../../finding/finding.ts';
import type { UsedHooks } from '../../hooks/hook-run.ts';
import type { Coverage } from '../../report/coverage.ts';
import type { HookEffects } from '../../report/hook-effects.ts';
import type { ProfileName } from '../../report/profile.ts';
import type {
  CategoryResult,
  FewRequests,
  MissingValue,
  NeededValue,
  NotBuiltOperation,
  RunScope,
  UncheckedOperation,
} from '../../report/stage-report.ts';

export type RunEvent =
  | {
      readonly type: 'case';
      readonly operation: string;
      readonly category: string;
      readonly result: CaseResult;
    }
  | { readonly type: 'finished'; readonly result: RunResult };

export type CaseFinished = Extract<RunEvent, { type: 'case' }>;

export type CaseResult = 'passed' | Severity;

export interface RunResult {
  /** One row for each operation × test category, in the order of the run. */
  readonly rows: readonly CategoryResult[];
  /** One entry for each operation × check, for reports that list them (JUnit). */
  readonly checkCounts: readonly CheckCount[];
  readonly findings: readonly Finding[];
  /** What could not be checked, and why. */
  readonly unchecked: readonly UncheckedOperation[];
  /** Operations that do not exist yet. */
  readonly notBuilt?: readonly NotBuiltOperation[];
  /** Operations with effects outside of the run, which get few requests. */
  readonly fewRequests?: readonly FewRequests[];
  /** What the user can supply, so that more can be checked. */
  readonly missingValues?: readonly MissingValue[];
  /** Why the implementation became unreachable, and its last requests before; undefined if it did not. */
  readonly ended?: string;
  /** What a reader has to know about the connections, and which operations became slower. */
  readonly connectionNotes?: readonly string[];
  /** What the contract does not declare, each reported once. */
  readonly contractGaps: readonly string[];
  /** Deletions of records that the run did not create, as the implementation reports them. */
  readonly deletedRecords: readonly string[];
  /** Which of its own records the run removed, and which not. */
  readonly ownRecords?: readonly string[];
  /** Which parts of the contract were tested, and why the rest was not. */
  readonly coverage: Coverage;
  /** The selected test categories; all when empty. */
  readonly selectedCategories: readonly string[];
  /** Set when not all operations, or not all of their cases, were selected. */
  readonly scope?: RunScope;
  /** How thorough the run was; `standard` when undefined. */
  readonly profile?: ProfileName;
  /** Set if hooks of the user took part. */
  readonly hooks?: { readonly used: UsedHooks; readonly effects: HookEffects };
  /** Number of random bodies for each operation. */
  readonly randomCases: number;
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** Seed of the random cases. */
  readonly seed: number;
}

/** What could not be checked, with the values that would change that, as far as is known. */
export interface NeedyOperation extends UncheckedOperation {
  readonly needs?: readonly NeededValue[];
}

export interface CheckCount {
  readonly operation: string;
  readonly check: string;
  /** Number of exchanges that the check applied to. */
  readonly exchanges: number;
}
