/**
 * `plant-store/verify`: judges an implementation from a program.
 *
 *     const report = await verify({ baseUrl: 'http://127.0.0.1:8080', spec: 'openapi.yaml', token });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import { KitError } from '../../../errors.ts';
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  checkOptions,
  type Kind,
  listOf,
  number,
  object,
  signal,
  text,
} from '../../../spec/options/option-kinds.ts';
import { askedFor } from '../../conformance/asked.ts';
import { defaultDraws } from '../../conformance/cases/family.ts';
import { DEFAULT_TIMEOUT_MS, runLimits, usualConcurrency, wholeNumber } from '../../options/limits.ts';
import { baseUrl, credentialsOf, type TargetOptions, targetKinds } from '../../options/target.ts';
import type { Report, Shard } from '../../report/report.ts';
import { waiversFrom } from '../../waivers/read.ts';
import { endedEarly, type VerificationOptions, verification } from './verification.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/given.ts';
export type { Place } from '../../../spec/model/contract.ts';
export type { Finding, Severity } from '../../finding/finding.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write.ts';
export { type ReportFiles, writeReport } from '../../render/write.ts';
export type { Report, Shard, Verdict } from '../../report/report.ts';
export type { StageReport, ToldFinding } from '../../report/stage.ts';

/**
 * Sends requests to an implementation and judges its answers by the contract; the value is what the JSON report holds.
 * That it breaks the contract is no error: see `verdict`. Throws a KitError when nothing can be judged: options that
 * cannot be, a document that cannot be read, an implementation that is not there or refuses the credentials.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptions(options, verifyKinds);
  return orAborted(() => judged(options), options.signal);
}

/** A signal is looked at after each wait: nothing is sent any more once whoever asked has gone. */
async function judged(options: VerifyOptions): Promise<Report> {
  const { spec = homeDocument, signal } = options;
  const runOf = await readOptions(options);
  endIfAborted(signal);
  const contract = await contractGiven(spec);
  endIfAborted(signal);
  return reportOf(runOf(contract), signal);
}

async function reportOf(run: VerificationOptions, signal: AbortSignal | undefined): Promise<Report> {
  for await (const event of verification(run)) {
    if (event.type === 'finished') return event.report;
    endIfAborted(signal);
  }
  throw endedEarly();
}

/**
 * Whoever aborts waits neither for the document nor for the exchange that is under way; the run ends by itself after it.
 * An aborted signal tells nobody any more, so that it is asked before it is listened to.
 */
async function orAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work();
  endIfAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function endIfAborted(signal: AbortSignal | undefined): void {
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
const verifyKinds: Readonly<Record<keyof VerifyOptions, Kind>> = {
  ...targetKinds,
  only: listOf(text),
  cases: number,
  seed: number,
  budget: number,
  shard: object,
  timeout: number,
  concurrency: number,
  rate: number,
  maxFailures: number,
  maxTime: number,
  waivers: text,
  signal,
};

/**
 * What a run needs, once the contract is read. Throws `option-invalid`, `target-invalid` and what waivers throw: before
 * anything is read or sent.
 */
async function readOptions(given: VerifyOptions): Promise<(contract: Contract) => VerificationOptions> {
  const { strict = false, only = [], shard, waivers } = given;
  const seed = numberIn(given, 'seed');
  const isRepeatable = seed !== undefined;
  if (shard !== undefined) checkShard(shard);
  const run = {
    baseUrl: baseUrl(String(given.baseUrl)),
    credentials: credentialsOf(given),
    timeoutMs: numberIn(given, 'timeout') ?? DEFAULT_TIMEOUT_MS,
    concurrency: numberIn(given, 'concurrency') ?? usualConcurrency({ isRepeatable }),
    rate: numberIn(given, 'rate'),
    draws: { seed: seed ?? defaultDraws.seed, cases: numberIn(given, 'cases') ?? defaultDraws.cases },
    isRepeatable,
    budget: numberIn(given, 'budget'),
    shard,
    maxFailures: numberIn(given, 'maxFailures'),
    maxSeconds: numberIn(given, 'maxTime'),
    strict,
    waivers: waivers === undefined ? [] : await waiversFrom(waivers),
  };
  return (contract) => ({ ...run, ...askedFor(only, contract, 'only'), contract });
}

function numberIn(given: VerifyOptions, name: keyof typeof runLimits): number | undefined {
  const value = given[name];
  return value === undefined ? undefined : wholeNumber(value, runLimits[name], `${name} ${value}`);
}

function checkShard({ index, of }: Shard): void {
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of) return;
  throw new KitError('option-invalid', 'shard: expected { index, of } with index from 1 to of');
}
