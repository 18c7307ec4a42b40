/**
 * `plant-store/verify`: judges an implementation from a program.
 *
 *     const report = await verify({ baseUrl: 'http://127.0.0.1:8080', spec: 'openapi.yaml', token });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import { KitError } from '../../../errors.ts';
import { defaultDocument } from '../../../spec/kit.ts';
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  checkOptions,
  listOption,
  numberOption,
  type OptionType,
  objectOption,
  signalOption,
  stringOption,
} from '../../../spec/options/option-validation.ts';
import { defaultRandomOptions } from '../../conformance/cases/test-category.ts';
import { parseSelection } from '../../conformance/selection.ts';
import { DEFAULT_TIMEOUT_MS, defaultConcurrency, parseInteger, runLimits } from '../../options/number-limits.ts';
import { parseBaseUrl, readCredentials, type TargetOptions, targetOptionKinds } from '../../options/target-options.ts';
import type { Report, Shard } from '../../report/report.ts';
import { loadWaivers } from '../../waivers/read-waivers.ts';
import { missingResultError, runVerification, type VerificationRunOptions } from './verification.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/spec-source.ts';
export type { Place } from '../../../spec/model/contract.ts';
export type { Finding, Severity } from '../../finding/finding.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write-reports.ts';
export { type ReportFiles, writeReport } from '../../render/write-reports.ts';
export type { Report, Shard, Verdict } from '../../report/report.ts';
export type { StageReport, ToldFinding } from '../../report/stage-report.ts';

/**
 * Sends requests to an implementation and judges its answers by the contract; the value is what the JSON report holds.
 * That it breaks the contract is no error: see `verdict`. Throws a KitError when nothing can be judged: options that
 * cannot be, a document that cannot be read, an implementation that is not there or refuses the credentials.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptions(options, verifyOptionKinds);
  return raceWithAbort(() => readAndVerify(options), options.signal);
}

/** A signal is looked at after each wait: nothing is sent any more once whoever asked has gone. */
async function readAndVerify(options: VerifyOptions): Promise<Report> {
  const { spec = defaultDocument, signal } = options;
  const createRun = await readOptions(options);
  throwIfAborted(signal);
  const contract = await loadSpecSource(spec);
  throwIfAborted(signal);
  return finalReport(createRun(contract), signal);
}

async function finalReport(run: VerificationRunOptions, signal: AbortSignal | undefined): Promise<Report> {
  for await (const event of runVerification(run)) {
    if (event.type === 'finished') return event.report;
    throwIfAborted(signal);
  }
  throw missingResultError();
}

/**
 * Whoever aborts waits neither for the document nor for the exchange that is under way; the run ends by itself after it.
 * An aborted signal tells nobody any more, so that it is asked before it is listened to.
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

/** What a verification can be told, in the words of the door `plant-store/verify`; the commands call it the same. */
export interface VerifyOptions extends TargetOptions {
  /** Families of cases, or operations by their ids or as `GET /orders`; all unless given. */
  readonly only?: readonly string[] | undefined;
  /** Bodies to draw at random for each operation: 100 unless given. */
  readonly cases?: number | undefined;
  /** Of these draws: 1 unless given. When given, all values are the same each time. */
  readonly seed?: number | undefined;
  /** Cases of the whole run at the most, shared among the operations; no limit unless given. */
  readonly budget?: number | undefined;
  /** `{ index: 2, of: 3 }`: only the second of three parts of the cases; `plant-store merge` joins their JSON reports. */
  readonly shard?: Shard | undefined;
  /** Milliseconds for one exchange: 10,000 unless given. */
  readonly timeout?: number | undefined;
  /** Requests under way at once: 4 unless given, 1 with a seed. */
  readonly concurrency?: number | undefined;
  /** Requests a second at the most; no limit unless given. */
  readonly rate?: number | undefined;
  /** Stops after so many different faults. */
  readonly maxFailures?: number | undefined;
  /** Stops after so many seconds: 1,800 unless given. */
  readonly maxTime?: number | undefined;
  /** The path of a file with findings that are known: id, reason and last day of each. */
  readonly waivers?: string | undefined;
  /** Ends the verification, which then rejects with its reason at once; what is under way ends within `timeout`. */
  readonly signal?: AbortSignal | undefined;
}

/** Of every one that there is. */
const verifyOptionKinds: Readonly<Record<keyof VerifyOptions, OptionType>> = {
  ...targetOptionKinds,
  only: listOption(stringOption),
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
  signal: signalOption,
};

/**
 * What a run needs, once the contract is read. Throws `option-invalid`, `target-invalid` and what waivers throw: before
 * anything is read or sent.
 */
async function readOptions(rawOptions: VerifyOptions): Promise<(contract: Contract) => VerificationRunOptions> {
  const { strict = false, only = [], shard, waivers } = rawOptions;
  const seed = readNumber(rawOptions, 'seed');
  const isRepeatable = seed !== undefined;
  if (shard !== undefined) checkShard(shard);
  const run = {
    baseUrl: parseBaseUrl(String(rawOptions.baseUrl)),
    credentials: readCredentials(rawOptions),
    timeoutMs: readNumber(rawOptions, 'timeout') ?? DEFAULT_TIMEOUT_MS,
    concurrency: readNumber(rawOptions, 'concurrency') ?? defaultConcurrency({ isRepeatable }),
    rate: readNumber(rawOptions, 'rate'),
    draws: {
      seed: seed ?? defaultRandomOptions.seed,
      cases: readNumber(rawOptions, 'cases') ?? defaultRandomOptions.caseCount,
    },
    isRepeatable,
    budget: readNumber(rawOptions, 'budget'),
    shard,
    maxFailures: readNumber(rawOptions, 'maxFailures'),
    maxSeconds: readNumber(rawOptions, 'maxTime'),
    strict,
    waivers: waivers === undefined ? [] : await loadWaivers(waivers),
  };
  return (contract) => ({ ...run, ...parseSelection(only, contract, 'only'), contract });
}

function readNumber(rawOptions: VerifyOptions, name: keyof typeof runLimits): number | undefined {
  const value = rawOptions[name];
  return value === undefined ? undefined : parseInteger(value, runLimits[name], `${name} ${value}`);
}

function checkShard({ index, of }: Shard): void {
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of) return;
  throw new KitError('option-invalid', 'shard: expected { index, of } with index from 1 to of');
}
