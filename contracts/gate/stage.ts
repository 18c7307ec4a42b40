/** What the stages of the gate share. */
import type { Contract } from '../../spec/contract.ts';
import type { Credentials } from '../conformance/credentials.ts';
import type { Finding } from '../finding.ts';
import type { HeadersFor } from '../pact/file/fetch-pact.ts';
import type { PactSources } from '../pact/file/sources.ts';
import type { Report, StageReport } from '../report/report.ts';

export interface GateOptions {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly strict: boolean;
  /** For one exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** Pacts to check; for the kit's own contract the consumer tests write one more. */
  readonly pactFiles: readonly string[];
  /** Where the consumer tests write their pact; undefined when the contract is not the one that they are for. */
  readonly consumerOutDir: string | undefined;
  /** Of pacts that are fetched. */
  readonly headersFor?: HeadersFor | undefined;
  /** Where provider states are posted to; without it the built-in ones answer. */
  readonly statesUrl?: string | undefined;
}

export type GateEvent =
  | { readonly type: 'stage started'; readonly name: string }
  | { readonly type: 'progress'; readonly name: string; readonly what: string; readonly isFault: boolean }
  | { readonly type: 'stage finished'; readonly stage: StageReport }
  | { readonly type: 'finished'; readonly report: Report };

export type StageResult = Omit<StageReport, 'name' | 'ms'>;

/** What later stages take from earlier ones. */
export interface GateState {
  pactFiles: readonly string[];
  /** Read once, by the first stage that needs them: a URL may give another pact the next time. */
  sources?: Promise<PactSources>;
  unattempted: readonly string[];
}

export interface Stage {
  readonly name: string;
  run(options: GateOptions, state: GateState): AsyncGenerator<GateEvent, StageResult> | Promise<StageResult>;
}

export function notApplicable(why: string): StageResult {
  return { status: 'not applicable', summary: why, tried: [], findings: [], notes: [] };
}

export function statusOf(findings: readonly Finding[]): 'passed' | 'failed' {
  return findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed';
}
