/** The implementation that a run sends requests to, and what it may send. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { HookRun } from '../../hooks/hook-run.ts';
import type { Credentials } from '../../options/credentials.ts';
import type { ReplayOptions } from '../model/replay-options.ts';
import type { RequestGuard } from './request-guard.ts';

export interface Target {
  readonly contract: Contract;
  /**
   * Without a trailing slash, including a base path. It replaces the contract's first server: see `operationBaseUrl`.
   */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Time limit for one exchange. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Maximum number of requests per second; no limit when undefined. */
  readonly rate?: number | undefined;
  /**
   * Multiplies the time that an implementation gets to show what was written; 1 by default. Tests of implementations
   * that need none shorten it.
   */
  readonly pauseFactor?: number | undefined;
  /** The same seed gives the same fresh values; without it each run has new ones, which no implementation has. */
  readonly freshSeed?: string | undefined;
  /** Whether a request may be sent; all may be when undefined. */
  readonly isPermitted?: RequestGuard | undefined;
  /** The hooks of the user. */
  readonly hooks?: HookRun | undefined;
  /** The maximum number of requests to an operation, by its id; no limit for the others. */
  readonly requestLimits?: ReadonlyMap<string, number> | undefined;
  /** What the command `replay` needs in addition to `--spec`, to read the same document and values. */
  readonly replayOptions?: ReplayOptions | undefined;
}
