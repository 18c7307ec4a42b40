/** What a verification can be told, in the words of the door `plant-store/verify`; the commands call it the same. */
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { type Kind, listOf, number, object, signal, text } from '../../../spec/options/option-kinds.ts';
import { askedFor } from '../../conformance/asked.ts';
import { defaultDraws } from '../../conformance/cases/family.ts';
import { DEFAULT_TIMEOUT_MS, runLimits, usualConcurrency, wholeNumber } from '../../options/limits.ts';
import { baseUrl } from '../../options/target.ts';
import { credentialsOf, type TargetOptions, targetKinds } from '../../options/target-options.ts';
import type { Shard } from '../../report/shard.ts';
import { waiversFrom } from '../../waivers/from-file.ts';
import type { VerificationOptions } from './verification.ts';

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
export const verifyKinds: Readonly<Record<keyof VerifyOptions, Kind>> = {
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
export async function readOptions(
  given: VerifyOptions,
): Promise<(contract: Contract) => VerificationOptions> {
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
