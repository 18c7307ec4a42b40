/** What a run tells while it goes, and what it has found when it is done. */
import type { Finding, Severity } from '../../finding/finding.ts';
import type { Coverage } from '../../report/coverage.ts';
import type { CategoryResult, RunScope, UncheckedOperation } from '../../report/stage-report.ts';

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
  /** Of operation × family, in the order of the run. */
  readonly rows: readonly CategoryResult[];
  /** Of operation × check, for reports that need a line for each. */
  readonly checkCounts: readonly CheckCount[];
  readonly findings: readonly Finding[];
  /** What could not be judged, and why. */
  readonly unchecked: readonly UncheckedOperation[];
  /** What the contract leaves out, said once. */
  readonly contractGaps: readonly string[];
  /** What the run has taken away there, which another run or a replay may need. */
  readonly deletedRecords: readonly string[];
  /** What of the contract was tried, and why the rest was not. */
  readonly coverage: Coverage;
  /** The families that were asked for; all when empty. */
  readonly selectedCategories: readonly string[];
  /** Where not all operations, or not all of their cases, were asked for. */
  readonly scope?: RunScope;
  /** How many bodies were to be drawn at random for each operation. */
  readonly randomCases: number;
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** Of what was drawn at random. */
  readonly seed: number;
}

export interface CheckCount {
  readonly operation: string;
  readonly check: string;
  /** Exchanges that the check had something to say of. */
  readonly exchanges: number;
}
