/** Types shared by the stages of the gate. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { RandomOptions } from '../conformance/cases/test-category.ts';
import type { ReplayOptions } from '../conformance/model/replay-options.ts';
import type { ChosenSeverities } from '../finding/chosen-severities.ts';
import type { Finding } from '../finding/finding.ts';
import type { HookRun } from '../hooks/hook-run.ts';
import type { UserLinter } from '../lint/redocly.ts';
import type { Credentials } from '../options/credentials.ts';
import type { FailOn } from '../options/fail-on.ts';
import type { Permission } from '../options/permitted-operations.ts';
import type { HeadersForUrl } from '../pact/file/pact-file.ts';
import type { PactSources } from '../pact/file/pact-sources.ts';
import type { ProfileName } from '../report/profile.ts';
import type { Report, RerunOptions, TargetKind, Waiver } from '../report/report.ts';
import type { StageReport } from '../report/stage-report.ts';

export interface GateOptions {
  readonly contract: Contract;
  /** The contract with the values that the user supplies, for the conformance stage; the same when undefined. */
  readonly suppliedContract?: Contract | undefined;
  /** The same values by name, for the generators of pacts. */
  readonly stateValues?: Readonly<Record<string, Json>> | undefined;
  /** A Redocly configuration of the user, for the lint stage. */
  readonly userLinter?: UserLinter | undefined;
  /** The contract that clients currently rely on, for the breaking-changes stage. */
  readonly baseline?: Contract | undefined;
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly credentials: Credentials;
  readonly strict: boolean;
  readonly failOn?: FailOn | undefined;
  readonly severities?: ChosenSeverities | undefined;
  /** Time limit of one exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly randomOptions?: RandomOptions;
  /** How thorough the conformance stage is, its test categories (all when empty) and limits. */
  readonly profile?: ProfileName | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly casesPerOperation?: number | undefined;
  readonly maxSeconds?: number | undefined;
  /** Maximum number of cases in the conformance stage; unlimited when undefined. */
  readonly budget?: number | undefined;
  /**
   * Sends the same values in every run with the same options; for an implementation that starts in the same state each
   * time.
   */
  readonly isRepeatable?: boolean;
  /** Pacts to check. For the kit's own contract, the consumer tests write another one. */
  readonly pactFiles: readonly string[];
  /** Where the consumer tests write their pact; undefined if the contract is not the one they are written for. */
  readonly consumerOutDir: string | undefined;
  /** Headers for pacts that are fetched by URL. */
  readonly headersForUrl?: HeadersForUrl | undefined;
  /** Where provider states are posted to; without it the built-in provider states are used. */
  readonly statesUrl?: string | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
  /** What may be sent to the implementation; everything when undefined. */
  readonly permission?: Permission | undefined;
  /** The hooks of the user, for the conformance stage. */
  readonly hooks?: HookRun | undefined;
  /** What the command `replay` needs in addition to `--spec`, to read the same document and values. */
  readonly replayOptions?: ReplayOptions | undefined;
  /** See `Report`. */
  readonly rerun?: RerunOptions | undefined;
  /** Called after the last stage. Returns a description of an event that makes the run inconclusive, or undefined. */
  readonly failure?: (() => string | undefined) | undefined;
}

export type GateEvent =
  | StageEvent
  | { readonly type: 'stage finished'; readonly stage: StageReport<Finding> }
  | { readonly type: 'finished'; readonly report: Report };

/** Events of a running stage. */
export type StageEvent =
  | { readonly type: 'stage started'; readonly name: string }
  /** The stage has reached a step, described in `description`. */
  | { readonly type: 'step'; readonly name: string; readonly description: string }
  /** A case has finished. */
  | {
      readonly type: 'progress';
      readonly name: string;
      readonly description: string;
      readonly isError: boolean;
    };

export interface StageResult extends Omit<StageReport<Finding>, 'name' | 'ms'> {
  /** Pacts that this stage has written, for later stages. */
  readonly pactFiles?: readonly string[];
}

/** What a stage can use of the run. */
export interface GateContext {
  readonly options: GateOptions;
  /** Whether there are any pacts, from the options or written by the consumer tests. */
  hasPacts(): boolean;
  /** Read once, when the first stage needs them: a URL may return a different pact the next time. */
  pacts(): Promise<PactSources>;
}

export interface GateStage {
  readonly name: string;
  /** Stages that must finish first, because this stage uses their results or would disturb them. */
  readonly dependsOn: readonly string[];
  run(context: GateContext): AsyncGenerator<StageEvent, StageResult> | Promise<StageResult>;
}

export function notApplicable(reason: string): StageResult {
  return { status: 'not applicable', summary: reason, attemptedChecks: [], findings: [], notes: [], unattempted: [] };
}

export function stageStatus(findings: readonly Finding[]): 'passed' | 'failed' {
  return findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed';
}
