/**
 * `plant-store/verify`: checks an implementation from a program.
 *
 *     const report = await verify({ baseUrl: 'http://127.0.0.1:8080', spec: 'openapi.yaml', token });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import '../../../node-version.ts';

import { KitError } from '../../../errors.ts';
import { defaultDocument } from '../../../spec/kit.ts';
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  booleanOption,
  checkOptions,
  listOption,
  numberOption,
  type OptionType,
  objectOption,
  recordOption,
  signalOption,
  stringOption,
} from '../../../spec/options/option-validation.ts';
import { readSeverities } from '../../catalog/parse-severities.ts';
import { defaultRandomOptions } from '../../conformance/cases/test-category.ts';
import { openCredentials } from '../../conformance/login/open-credentials.ts';
import { parseProfile, selectProfileCategories } from '../../conformance/profiles.ts';
import { parseSelection } from '../../conformance/selection.ts';
import type { Severity } from '../../finding/finding.ts';
import { type FailOn, parseFailOn, rejectNewWithoutWaivers } from '../../options/fail-on.ts';
import { DEFAULT_TIMEOUT_MS, defaultConcurrency, parseInteger, runLimits } from '../../options/number-limits.ts';
import { readPermission } from '../../options/permitted-operations.ts';
import {
  type OtherUserOptions,
  otherUserOptionKinds,
  parseBaseUrl,
  readCredentials,
  type TargetOptions,
  targetOptionKinds,
} from '../../options/target-options.ts';
import type { ProfileName } from '../../report/profile.ts';
import type { Report, Shard } from '../../report/report.ts';
import { loadWaivers } from '../../waivers/read-waivers.ts';
import { missingResultError, runVerification, type VerificationRunOptions } from './verification.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/spec-source.ts';
export type { Place } from '../../../spec/model/contract.ts';
export type { Finding, Severity } from '../../finding/finding.ts';
export type { FailOn } from '../../options/fail-on.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write-reports.ts';
export { type ReportFiles, writeReport } from '../../render/write-reports.ts';
export type { ProfileName } from '../../report/profile.ts';
export type { Report, Shard, Verdict } from '../../report/report.ts';
export type { ReportedFinding, StageReport } from '../../report/stage-report.ts';

/**
 * Sends requests to an implementation and checks its responses against the contract. Resolves to the same data as the
 * JSON report. An implementation that does not conform is not an exception: see `verdict`. Throws a KitError when
 * nothing can be checked: invalid options, a document that cannot be read, an implementation that cannot be reached or
 * rejects the credentials.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptions(options, verifyOptionKinds);
  return raceWithAbort(() => readAndVerify(options), options.signal);
}

/** Checks the signal after each await, so that nothing more is sent after an abort. */
async function readAndVerify(options: VerifyOptions): Promise<Report> {
  const { spec = defaultDocument, signal } = options;
  const createRun = await readOptions(options);
  throwIfAborted(signal);
  const contract = await loadSpecSource(spec);
  throwIfAborted(signal);
  const run = createRun(contract);
  const credentials = await openCredentials(run);
  throwIfAborted(signal);
  return finalReport({ ...run, credentials }, signal);
}

async function finalReport(run: VerificationRunOptions, signal: AbortSignal | undefined): Promise<Report> {
  for await (const event of runVerification(run)) {
    if (event.type === 'finished') return event.report;
    throwIfAborted(signal);
  }
  throw missingResultError();
}

/**
 * Rejects immediately on abort, without waiting for the document or for the current exchange; the run then stops by
 * itself. A signal that is already aborted fires no event, so it is checked first.
 */
async function raceWithAbort<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work();
  throwIfAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

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

const verifyOptionKinds: Readonly<Record<keyof VerifyOptions, OptionType>> = {
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
  waivers: stringOption,
  failOn: stringOption,
  severity: recordOption(stringOption),
  signal: signalOption,
};

/**
 * Reads and validates the options before anything else is read or sent. The result is completed with the contract
 * later. Throws `option-invalid`, `target-invalid` and the errors of `loadWaivers`.
 */
async function readOptions(rawOptions: VerifyOptions): Promise<(contract: Contract) => VerificationRunOptions> {
  const { strict = false, only = [], withSetup = false, include, exclude, readOnly, shard, waivers } = rawOptions;
  const { failOn, severity = {} } = rawOptions;
  const profile = parseProfile(rawOptions.profile, 'profile');
  rejectNewWithoutWaivers(failOn, waivers !== undefined, '');
  const seed = readNumber(rawOptions, 'seed');
  const isRepeatable = seed !== undefined;
  if (shard !== undefined) checkShard(shard);
  const run = {
    baseUrl: parseBaseUrl(String(rawOptions.baseUrl)),
    credentials: readCredentials(rawOptions),
    timeoutMs: readNumber(rawOptions, 'timeout') ?? DEFAULT_TIMEOUT_MS,
    concurrency: readNumber(rawOptions, 'concurrency') ?? defaultConcurrency({ isRepeatable }),
    rate: readNumber(rawOptions, 'rate'),
    randomOptions: {
      seed: seed ?? defaultRandomOptions.seed,
      caseCount: readNumber(rawOptions, 'cases') ?? profile.caseCount,
    },
    profile: profile.name,
    casesPerOperation: profile.casesPerOperation,
    isRepeatable,
    budget: readNumber(rawOptions, 'budget'),
    shard,
    maxFailures: readNumber(rawOptions, 'maxFailures'),
    maxSeconds: readNumber(rawOptions, 'maxTime') ?? profile.maxSeconds,
    strict,
    failOn: failOn === undefined ? undefined : parseFailOn(failOn, 'failOn'),
    severities: readSeverities(Object.entries(severity), 'severity'),
    waivers: waivers === undefined ? [] : await loadWaivers(waivers),
  };
  return (contract) => {
    const selection = parseSelection(only, contract, 'only');
    const categories = selectProfileCategories(profile, selection, '');
    const selected = withSetup ? [] : selection.operations;
    const permission = readPermission(contract, { include, exclude, readOnly, selected }, '');
    return { ...run, ...selection, categories, permission, contract, removesRecords: true };
  };
}

function readNumber(rawOptions: VerifyOptions, name: keyof typeof runLimits): number | undefined {
  const value = rawOptions[name];
  return value === undefined ? undefined : parseInteger(value, runLimits[name], `${name} ${value}`);
}

function checkShard({ index, of }: Shard): void {
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of) return;
  throw new KitError('option-invalid', 'shard: expected { index, of } with index from 1 to of');
}
