/** What the stages of the gate share. */
import type { Contract } from '../../spec/model/contract.ts';
import type { RandomOptions } from '../conformance/cases/test-category.ts';
import type { Finding } from '../finding/finding.ts';
import type { Credentials } from '../options/credentials.ts';
import type { HeadersForUrl } from '../pact/file/pact-file.ts';
import type { PactSources } from '../pact/file/pact-sources.ts';
import type { Report, TargetKind, Waiver } from '../report/report.ts';
import type { StageReport } from '../report/stage-report.ts';

export interface GateOptions {
  readonly contract: Contract;
  /** The version that clients rely on until now. */
  readonly baseline?: Contract | undefined;
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly credentials: Credentials;
  readonly strict: boolean;
  /** For one exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly draws?: RandomOptions;
  /** Cases of the conformance stage at the most; no limit when undefined. */
  readonly budget?: number | undefined;
  /** Sends the same values as another run with the same options: for a store that is in the same state again. */
  readonly isRepeatable?: boolean;
  /** Pacts to check; for the kit's own contract the consumer tests write one more. */
  readonly pactFiles: readonly string[];
  /** Where the consumer tests write their pact; undefined when the contract is not the one that they are for. */
  readonly consumerOutDir: string | undefined;
  /** Of pacts that are fetched. */
  readonly headersForUrl?: HeadersForUrl | undefined;
  /** Where provider states are posted to; without it the built-in ones answer. */
  readonly statesUrl?: string | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
  /** Asked when all stages are over: what happened meanwhile that keeps the verdict open, in words. */
  readonly incident?: (() => string | undefined) | undefined;
}

export type GateEvent =
  | StageEvent
  | { readonly type: 'stage finished'; readonly stage: StageReport<Finding> }
  | { readonly type: 'finished'; readonly report: Report };

/** While a stage runs. */
export type StageEvent =
  | { readonly type: 'stage started'; readonly name: string }
  /** What it has come to, in words. */
  | { readonly type: 'step'; readonly name: string; readonly description: string }
  /** A case is over. */
  | {
      readonly type: 'progress';
      readonly name: string;
      readonly description: string;
      readonly isError: boolean;
    };

export interface StageResult extends Omit<StageReport<Finding>, 'name' | 'ms'> {
  /** Pacts that it has written, for the stages behind it. */
  readonly pactFiles?: readonly string[];
}

/** A run, as its stages see it. */
export interface GateContext {
  readonly options: GateOptions;
  /** Those that were given and those that the consumer's tests have written; false while there are none. */
  hasPacts(): boolean;
  /** Read once, by the first stage that needs them: a URL may give another pact the next time. */
  pacts(): Promise<PactSources>;
}

export interface GateStage {
  readonly name: string;
  /** Those that have to be over before it begins: it needs what they make, or would disturb them. */
  readonly dependsOn: readonly string[];
  run(context: GateContext): AsyncGenerator<StageEvent, StageResult> | Promise<StageResult>;
}

export function notApplicable(reason: string): StageResult {
  return { status: 'not applicable', summary: reason, tried: [], findings: [], notes: [], unattempted: [] };
}

export function stageStatus(findings: readonly Finding[]): 'passed' | 'failed' {
  return findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed';
}
