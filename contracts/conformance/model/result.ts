/** What a run tells while it goes, and what it has found when it is done. */
import type { Finding, Severity } from '../../finding/finding.ts';
import type { Coverage } from '../../report/coverage.ts';
import type { Row, Scope, Unjudged } from '../../report/stage.ts';

export type RunEvent =
  | {
      readonly type: 'case';
      readonly operation: string;
      readonly family: string;
      readonly result: CaseResult;
    }
  | { readonly type: 'finished'; readonly result: RunResult };

export type CaseDone = Extract<RunEvent, { type: 'case' }>;

export type CaseResult = 'passed' | Severity;

export interface RunResult {
  /** Of operation × family, in the order of the run. */
  readonly rows: readonly Row[];
  /** Of operation × check, for reports that need a line for each. */
  readonly checked: readonly Checked[];
  readonly findings: readonly Finding[];
  /** What could not be judged, and why. */
  readonly unjudged: readonly Unjudged[];
  /** What the contract leaves out, said once. */
  readonly gaps: readonly string[];
  /** What the run has taken away there, which another run or a replay may need. */
  readonly removed: readonly string[];
  /** What of the contract was tried, and why the rest was not. */
  readonly coverage: Coverage;
  /** The families that were asked for; all when empty. */
  readonly only: readonly string[];
  /** Where not all operations, or not all of their cases, were asked for. */
  readonly scope?: Scope;
  /** How many bodies were to be drawn at random for each operation. */
  readonly drawn: number;
  readonly cases: number;
  readonly requests: number;
  readonly ms: number;
  /** Of what was drawn at random. */
  readonly seed: number;
}

export interface Checked {
  readonly operation: string;
  readonly check: string;
  /** Exchanges that the check had something to say of. */
  readonly exchanges: number;
}
