/** Verifies one variant: the findings, and what the run cost. */
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { KitError } from '../../../errors.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, failingChecks, verify } from '../../conformance/support.ts';
import type { FaultyVariant } from './variant.ts';
import type { VariantInfo, Zoo } from './zoo.ts';

/** An implementation that hangs reaches the timeout for each finding; the others respond, late on a busy machine. */
const HANGING_TIMEOUT_MS = 600;
const FAULTY_TIMEOUT_MS = 5_000;

/** Of a variant whose defect depends on overlapping requests. */
const OVERLAP_ATTEMPTS = 4;

/** Shared among operations and categories. */
const BRIEF_RUN_CASES = 200;

export interface Trial {
  readonly name: string;
  /** Checks that found an error. */
  readonly checks: readonly string[];
  /** The test categories in which the expected checks found errors: one for each check, as few as possible. */
  readonly foundIn: readonly string[];
  /** One line each; for a correct implementation these are false positives, of a first run and a second. */
  readonly errors: readonly string[];
  /** Of each run. */
  readonly cases: readonly number[];
  readonly requests: number;
  readonly ms: number;
}

export interface TrialOptions {
  /** For tests: a faulty variant only in the categories that show its defect, a correct one in part and once. */
  readonly isBrief: boolean;
}

/** A correct variant is verified twice, since a second run must have the same verdict. */
export async function runTrial(zoo: Zoo, variant: VariantInfo, options: TrialOptions): Promise<Trial> {
  const isUncertain = variant.kind === 'faulty' && variant.dependsOnOverlap === true;
  let attempts = isUncertain ? OVERLAP_ATTEMPTS : 1;
  for (;;) {
    const trial = await tryOnce(zoo, variant, options);
    if (--attempts === 0 || isCaught(trial, zoo.foundBy(variant))) return trial;
  }
}

async function tryOnce(zoo: Zoo, variant: VariantInfo, { isBrief }: TrialOptions): Promise<Trial> {
  const [store, contract] = await Promise.all([zoo.start(variant.name), loadZooContract(zoo)]);
  try {
    const commonOptions = { baseUrl: store.url, contract, credentials: zoo.credentials };
    const trials: Trial[] = [];
    const timeoutMs = zoo.foundBy(variant).includes('response-arrives') ? HANGING_TIMEOUT_MS : FAULTY_TIMEOUT_MS;
    for (const options of runsFor(variant, { isBrief, timeoutMs }))
      trials.push(await verifyOnce(zoo, variant, { ...commonOptions, ...options }));
    return {
      name: variant.name,
      checks: [...new Set(trials.flatMap(({ checks }) => checks))],
      foundIn: [...new Set(trials.flatMap(({ foundIn }) => foundIn))],
      errors: trials.flatMap(({ errors }) => errors),
      cases: trials.flatMap(({ cases }) => cases),
      requests: trials.reduce((sum, { requests }) => sum + requests, 0),
      ms: trials.reduce((sum, { ms }) => sum + ms, 0),
    };
  } finally {
    await store.close();
  }
}

type VerifyOptions = Parameters<typeof verify>[0];

/** `timeoutMs` applies to faulty ones. */
function runsFor(
  variant: VariantInfo,
  { isBrief, timeoutMs }: TrialOptions & { readonly timeoutMs: number },
): readonly Partial<VerifyOptions>[] {
  if (variant.kind === 'faulty') return [{ timeoutMs, ...scopeOf(variant, isBrief) }];
  const concurrencyOptions = variant.concurrency === undefined ? {} : { concurrency: variant.concurrency };
  return isBrief ? [{ ...concurrencyOptions, budget: BRIEF_RUN_CASES }] : [concurrencyOptions, concurrencyOptions];
}

/** The operations and categories that show the defect. */
function scopeOf({ operations = [], categories = [] }: TrialScope, isBrief: boolean): Partial<VerifyOptions> {
  return { operations, categories: isBrief ? categories : [] };
}

type TrialScope = Pick<FaultyVariant, 'operations' | 'categories'>;

const contracts = new Map<string, Promise<Contract>>();

function loadZooContract({ contract }: Zoo): Promise<Contract> {
  const loaded = contracts.get(contract) ?? loadContract(contract);
  contracts.set(contract, loaded);
  return loaded;
}

async function verifyOnce(zoo: Zoo, variant: VariantInfo, options: VerifyOptions): Promise<Trial> {
  const { name } = variant;
  try {
    const result = await verify(options);
    const { cases, requests, ms } = result;
    return {
      name,
      checks: failingChecks(result),
      foundIn: categoriesOf(result, zoo.foundBy(variant)),
      errors: describeErrors(result),
      cases: [cases],
      requests,
      ms,
    };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { name, checks: [], foundIn: [], errors: [`inconclusive: ${error.code}`], cases: [0], requests: 0, ms: 0 };
  }
}

function categoriesOf({ findings }: RunResult, expectedChecks: readonly string[]): readonly string[] {
  const chosen = new Set<string>();
  for (const check of expectedChecks) {
    const errors = findings.filter((one) => one.severity === 'error' && one.check === check);
    const categories = errors.flatMap(({ evidence }) => evidence?.caseId.split('/')[1] ?? []);
    const [first] = categories;
    if (first !== undefined && !categories.some((one) => chosen.has(one))) chosen.add(first);
  }
  return [...chosen];
}

export type TrialVerdict = 'as expected' | 'missed' | 'false positive' | 'known error' | 'no known error any more';

/** A known error of the verifier, a miss or a false positive, is expected until it is fixed: then the variant has to say so. */
export function trialVerdict(zoo: Zoo, variant: VariantInfo, trial: Trial): TrialVerdict {
  const isFaulty = variant.kind === 'faulty';
  const isKnown = (isFaulty ? variant.missedToday : variant.falsePositiveToday) !== undefined;
  const isRight = isFaulty ? isCaught(trial, zoo.foundBy(variant)) : trial.errors.length === 0;
  if (isRight) return isKnown ? 'no known error any more' : 'as expected';
  return isKnown ? 'known error' : isFaulty ? 'missed' : 'false positive';
}

/** Whether every expected check has found the defect. */
export function isCaught({ checks }: Trial, expectedChecks: readonly string[]): boolean {
  return checks.length > 0 && expectedChecks.every((check) => checks.includes(check));
}
