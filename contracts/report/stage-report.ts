/** What one stage did and found, as data: the parts of a report. */
import type { Place } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import type { Coverage } from './coverage.ts';
import type { HookEffects } from './hook-effects.ts';
import type { ProfileName } from './profile.ts';
import { listNames, pluralize } from './text-format.ts';

/** A finding as reports contain it. */
export interface ReportedFinding extends Finding {
  /** Short, and the same in every run with the same finding: `invalid-rejected/createOrder/3f2a91c07b5d`. */
  readonly id: string;
  /** Set if the finding is waived: then it does not count. */
  readonly waived?: AppliedWaiver;
}

/** The waiver that applies to a finding. */
export interface AppliedWaiver {
  readonly reason: string;
  /** The last day on which the finding does not count: `2027-01-31`. */
  readonly expires: string;
}

/** What one stage of the gate did and found. */
export interface StageReport<FindingType extends Finding = ReportedFinding> {
  readonly name: string;
  /**
   * `not run`: required but not run, so the run does not pass; `not applicable`: there is nothing to do for this
   * contract.
   */
  readonly status: 'passed' | 'failed' | 'not run' | 'not applicable';
  /** One line: what was done, or why not. */
  readonly summary: string;
  readonly ms: number;
  /** All attempted checks; with the findings they become the test cases of JUnit. */
  readonly attemptedChecks: readonly AttemptedCheck[];
  readonly findings: readonly FindingType[];
  /** What was not checked, or not in full, and why; what the contract leaves undefined. */
  readonly notes: readonly string[];
  /** Required parts that were not attempted, as text; with any, the run does not pass. */
  readonly unattempted: readonly string[];
  /** Coverage of the contract; of the conformance stage. */
  readonly coverage?: Coverage;
  /** Of the conformance stage. */
  readonly run?: ConformanceRun;
  /** The output of the external program that did the work of this stage. */
  readonly engine?: { readonly name: string; readonly output: string };
  /** The interactions that were selected for a pact verification, as the user wrote them. */
  readonly selectedInteractions?: string;
  /** The place in a document that explains why the stage was not run. */
  readonly place?: Place;
}

/** One attempted check: a check of an operation, or an interaction of a pact. */
export interface AttemptedCheck {
  readonly subject: string;
  readonly check: string;
  /** The number of exchanges or places; 0 is reported as skipped, or as an error if the check was required. */
  readonly count: number;
  /** The consumer of an interaction. */
  readonly consumer?: string;
  /** The place of an interaction in its pact, which distinguishes interactions of the same name. */
  readonly place?: Place;
  /** Why it was not checked. */
  readonly uncheckedReason?: string;
  /** Pending in the pact broker: new to the provider, so that it does not fail the run. */
  readonly isPending?: boolean;
}

/** The settings and counts of a conformance run. */
export interface ConformanceRun {
  /** Reproduces the same random cases. */
  readonly seed: number;
  readonly cases: number;
  readonly requests: number;
  /** The selected test categories; empty for all. */
  readonly selectedCategories: readonly string[];
  /** Set if only some operations, or only some of their cases, were selected. */
  readonly scope?: RunScope;
  /** `standard` if it is not set. */
  readonly profile?: ProfileName;
  /** The number of random bodies for each operation. */
  readonly randomCases: number;
  /** By operation and test category, in the order of the run. */
  readonly rows: readonly CategoryResult[];
  /** Operations that could not be checked, or not in full, and why. */
  readonly unchecked: readonly UncheckedOperation[];
  /** Operations that do not exist yet; their absence is no finding. */
  readonly notBuilt?: readonly NotBuiltOperation[];
  /** Operations with effects outside of the run, which deliberately get few requests; absent if there are none. */
  readonly fewRequests?: readonly FewRequests[];
  /** What the user can supply, so that more can be tested; absent if there is nothing. */
  readonly missingValues?: readonly MissingValue[];
  /** Set if the implementation became unreachable during the run: why, and the last requests before. */
  readonly ended?: string;
  /** What hooks of the user left out or changed; only in a run with hooks. */
  readonly hooks?: HookEffects;
  /** What the contract leaves undefined. */
  readonly contractGaps: readonly string[];
  /** Deletions of records that the run did not create, as the implementation reports them. */
  readonly deletedRecords: readonly string[];
  /** Which of its own records the run removed at its end, and which not; absent if there is nothing to say. */
  readonly ownRecords?: readonly string[];
}

/** The selected part of a contract. */
export interface RunScope {
  /** By their ids; empty for all. */
  readonly operations: readonly string[];
  /** The maximum number of cases of the run; undefined for no limit. */
  readonly budget?: number;
  /** Operations that have fewer cases because of the budget. */
  readonly truncatedOperations: readonly string[];
  /** Operations without any case, because the budget allows fewer cases than there are operations. */
  readonly omittedOperations?: readonly string[];
  /** The number of cases that were not sent, because they could reach an operation that the run may not request. */
  readonly withheldCases?: number;
}

export interface CategoryResult {
  readonly operation: string;
  readonly category: string;
  readonly cases: number;
  readonly errors: number;
  readonly warnings: number;
}

export interface UncheckedOperation {
  readonly operation: string;
  readonly reason: string;
  /** Whether none of its cases ran, or a part of them. */
  readonly casesRun: 'none' | 'some';
}

/** An operation to which every request gets the response of a path or method that does not exist. */
export interface NotBuiltOperation {
  readonly operation: string;
  /** What the responses were: `404, as for a path that does not exist`. */
  readonly reason: string;
}

/** An operation that deliberately gets few requests, because of its effects outside of the run. */
export interface FewRequests {
  readonly operation: string;
  /** The number of requests that it got. */
  readonly requests: number;
  /** Which effect it has, and what shows that: `it sends messages, as the name inviteUser shows`. */
  readonly reason: string;
}

/** A value that exists on the target, which only the user knows. */
export interface NeededValue {
  readonly kind: 'parameter' | 'property' | 'body';
  /** Of the parameter or property, as plant-store.yaml addresses it; empty for a body. */
  readonly name: string;
  /** The status of the response to a generated value, or which value is needed. */
  readonly note: string;
  /** A generated body, to edit: JSON. */
  readonly sample?: string;
}

/** The same with its operation. */
export interface MissingValue extends NeededValue {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

/** Describes what was left out because it was not selected. `all`: the ids of the operations of the contract. */
export function describeScope(scope: RunScope | undefined, all: readonly string[]): readonly string[] {
  if (scope === undefined) return [];
  const { budget, truncatedOperations, withheldCases = 0 } = scope;
  return [
    ...describeSelection(scope, all),
    ...describeSample(scope),
    ...(truncatedOperations.length === 0 || budget === undefined
      ? []
      : [
          `cases were omitted because of --budget ${budget}: ${pluralize(truncatedOperations.length, 'operation')}, ${listNames(truncatedOperations)}`,
        ]),
    ...(withheldCases === 0
      ? []
      : [
          `${pluralize(withheldCases, 'case')} not sent, since they could reach an operation that the run may not request, or no more often`,
        ]),
  ];
}

/** Names the fewer ones. */
function describeSelection(
  { operations, omittedOperations: omitted = [] }: RunScope,
  all: readonly string[],
): readonly string[] {
  if (operations.length === 0) return [];
  const selected = new Set([...operations, ...omitted]);
  const leftOut = all.filter((id) => !selected.has(id));
  return leftOut.length > 0 && leftOut.length < operations.length
    ? [`these operations were left out: ${listNames(leftOut)}`]
    : [`only these operations were checked: ${listNames(operations)}`];
}

function describeSample({ budget = 0, operations, omittedOperations: omitted = [] }: RunScope): readonly string[] {
  if (omitted.length === 0) return [];
  const all = pluralize(operations.length + omitted.length, 'operation');
  return [
    `not tested, because --budget ${budget} is less than the ${all}, of which it takes a sample: ${listNames(omitted)}`,
  ];
}

/** `deliberately few requests: inviteUser, 9 requests: it sends messages ...` */
export function describeFewRequests({ fewRequests = [] }: Pick<ConformanceRun, 'fewRequests'>): readonly string[] {
  return fewRequests.map(
    ({ operation, requests, reason }) =>
      `deliberately few requests: ${operation}, ${pluralize(requests, 'request')}: ${reason}; --include "*" tests all in full`,
  );
}
