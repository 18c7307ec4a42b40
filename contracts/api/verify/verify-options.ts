/** The options of `verify`, and the types that JavaScript callers have to respect. */
import {
  booleanOption,
  listOption,
  numberOption,
  type OptionType,
  objectOption,
  recordOption,
  signalOption,
  stringOption,
} from '../../../spec/options/option-validation.ts';
import type { GivenValues } from '../../configuration/values/given-values.ts';
import type { Severity } from '../../finding/finding.ts';
import type { Hooks } from '../../hooks/hooks.ts';
import type { FailOn } from '../../options/fail-on.ts';
import {
  type OtherUserOptions,
  otherUserOptionKinds,
  type TargetOptions,
  targetOptionKinds,
} from '../../options/target-options.ts';
import type { ProfileName } from '../../report/profile.ts';
import type { Shard } from '../../report/report.ts';

/** Options of `verify`; the commands use the same names. */
export interface VerifyOptions extends TargetOptions, OtherUserOptions {
  /** Test categories, or operations by their ids or as `GET /orders`; default all. */
  readonly only?: readonly string[] | undefined;
  /** With operations in `only`: other operations may be requested too, to create the records that they need. */
  readonly withSetup?: boolean | undefined;
  /**
   * The only operations that are requested: ids, tags, paths or `GET /orders*`, where * stands for any characters. Also
   * those with effects outside of the run are tested in full.
   */
  readonly include?: readonly string[] | undefined;
  /** Operations that are never requested, written as for `include`. */
  readonly exclude?: readonly string[] | undefined;
  /** Sends only GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean | undefined;
  /** `smoke`: one valid request to each operation; `standard`, the default; `deep`: ten times as many random cases. */
  readonly profile?: ProfileName | undefined;
  /** Number of random bodies for each operation; default 100, in the profile `deep` 1,000. */
  readonly cases?: number | undefined;
  /** Seed of the random cases; default 1. If given, all values are the same in every run. */
  readonly seed?: number | undefined;
  /** Maximum number of cases in the run, shared among the operations; unlimited by default. */
  readonly budget?: number | undefined;
  /** `{ index: 2, of: 3 }`: only the second of three shards; `plant-store merge` merges their JSON reports. */
  readonly shard?: Shard | undefined;
  /** Time limit of one exchange in milliseconds; default 10,000. */
  readonly timeout?: number | undefined;
  /** Number of concurrent requests; default 4, with a seed 1. */
  readonly concurrency?: number | undefined;
  /** Maximum number of requests per second; unlimited by default. */
  readonly rate?: number | undefined;
  /** Stops after this number of different errors. */
  readonly maxFailures?: number | undefined;
  /** Stops after this number of seconds; default 1,800. */
  readonly maxTime?: number | undefined;
  /** Paths or URLs of OpenAPI Overlays that change the document, in order. */
  readonly overlay?: readonly string[] | undefined;
  /** Rejects a document that is not valid OpenAPI, instead of repairing it; the report lists what was repaired. */
  readonly strictSpec?: boolean | undefined;
  /** A folder that references of a local document may reach, in addition to that of the document. */
  readonly refRoot?: string | undefined;
  /** Values that exist on the target, as under `values` in plant-store.yaml. */
  readonly values?: GivenValues | undefined;
  /** Functions that take part in the run. */
  readonly hooks?: Hooks | undefined;
  /**
   * The path of a plant-store.yaml, for the options that are not given; its variables are read from the environment.
   * Without it no such file is read.
   */
  readonly config?: string | undefined;
  /** The path of the waivers file: id, reason and expiry date of each known finding. */
  readonly waivers?: string | undefined;
  /** Which findings make the exit code of the verdict 1; default `error`. */
  readonly failOn?: FailOn | undefined;
  /** Other severities than those of the checks, by their ids: `{ 'allow-present': 'off' }`. */
  readonly severity?: Readonly<Record<string, Severity | 'off'>> | undefined;
  /**
   * Stops the verification: the promise rejects immediately with the signal's reason, and the current exchange ends
   * within `timeout`.
   */
  readonly signal?: AbortSignal | undefined;
}

export const verifyOptionKinds: Readonly<Record<keyof VerifyOptions, OptionType>> = {
  ...targetOptionKinds,
  ...otherUserOptionKinds,
  only: listOption(stringOption),
  withSetup: booleanOption,
  include: listOption(stringOption),
  exclude: listOption(stringOption),
  readOnly: booleanOption,
  profile: stringOption,
  cases: numberOption,
  seed: numberOption,
  budget: numberOption,
  shard: objectOption,
  timeout: numberOption,
  concurrency: numberOption,
  rate: numberOption,
  maxFailures: numberOption,
  maxTime: numberOption,
  overlay: listOption(stringOption),
  strictSpec: booleanOption,
  refRoot: stringOption,
  values: objectOption,
  hooks: objectOption,
  config: stringOption,
  waivers: stringOption,
  failOn: stringOption,
  severity: recordOption(stringOption),
  signal: signalOption,
};
