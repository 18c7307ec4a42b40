/** What a conformance run is started with. */
import type { ChosenSeverities } from '../finding/chosen-severities.ts';
import type { Permission } from '../options/permitted-operations.ts';
import type { ProfileName } from '../report/profile.ts';
import type { Shard } from '../report/report.ts';
import type { RandomOptions } from './cases/test-category.ts';
import type { StopLimits } from './running/stop-conditions.ts';
import type { Target } from './session/target.ts';

export interface RunOptions extends Target, StopLimits {
  /** Test categories to run; all when empty. */
  readonly categories: readonly string[];
  /** Ids of the operations to check; all when empty or undefined. */
  readonly operations?: readonly string[];
  /** How thorough the run is, for its report; `standard` when undefined. */
  readonly profile?: ProfileName | undefined;
  /** Maximum number of cases of each operation; no limit when undefined. */
  readonly casesPerOperation?: number | undefined;
  /** Maximum number of cases of the whole run, shared among its operations; no limit when undefined. */
  readonly budget?: number | undefined;
  readonly randomOptions?: RandomOptions;
  /** Sends the same values as an earlier run with the same options, for an implementation reset to the same state. */
  readonly isRepeatable?: boolean;
  /** Runs only the cases of this shard. */
  readonly shard?: Shard | undefined;
  /** Other severities than those of the checks. */
  readonly severities?: ChosenSeverities | undefined;
  /** What the run may send; everything when undefined. */
  readonly permission?: Permission | undefined;
  /** Removes the records that the run created at its end; for an implementation that is used further. */
  readonly removesRecords?: boolean | undefined;
}
