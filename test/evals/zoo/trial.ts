/** One variant before the verifier: what was found, and what it cost. */
import { KitError } from '../../../errors.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { checksOf, faultsOf, verify } from '../../conformance/support.ts';
import type { FaultyVariant } from './variant.ts';
import type { Exhibit, Zoo } from './zoo.ts';

/** Long enough for every store that answers at all; the hanging ones wait it out for each finding. */
const FAULTY_TIMEOUT_MS = 600;

/** Each operation and each family has its share of them. */
const CASES_OF_A_BRIEF_RUN = 1_500;

export interface Trial {
  readonly name: string;
  /** Checks that found a fault. */
  readonly checks: readonly string[];
  /** Each fault in a line; of a right store these are false alarms, from a first run and a second. */
  readonly faults: readonly string[];
  /** Of each run. */
  readonly cases: readonly number[];
  readonly requests: number;
  readonly ms: number;
}

export interface TrialOptions {
  /** For tests: of a faulty store the families that show its fault, of a right one a part, and once. */
  readonly isBrief: boolean;
}

/** A right store is judged twice, since a second run has to give the same verdict. */
export async function tryExhibit(zoo: Zoo, exhibit: Exhibit, { isBrief }: TrialOptions): Promise<Trial> {
  const [store, contract] = await Promise.all([zoo.start(exhibit.name), contractOf(zoo)]);
  try {
    const judged = { baseUrl: store.url, contract, credentials: zoo.credentials };
    const trials: Trial[] = [];
    for (const options of runsFor(exhibit, isBrief))
      trials.push(await tryOnce(exhibit.name, { ...judged, ...options }));
    return {
      name: exhibit.name,
      checks: [...new Set(trials.flatMap(({ checks }) => checks))],
      faults: trials.flatMap(({ faults }) => faults),
      cases: trials.flatMap(({ cases }) => cases),
      requests: trials.reduce((sum, { requests }) => sum + requests, 0),
      ms: trials.reduce((sum, { ms }) => sum + ms, 0),
    };
  } finally {
    await store.close();
  }
}

type VerifyOptions = Parameters<typeof verify>[0];

function runsFor(exhibit: Exhibit, isBrief: boolean): readonly Partial<VerifyOptions>[] {
  if (exhibit.kind === 'faulty') return [{ timeoutMs: FAULTY_TIMEOUT_MS, ...scopeOf(exhibit, isBrief) }];
  const patient = exhibit.atOnce === undefined ? {} : { concurrency: exhibit.atOnce };
  return isBrief ? [{ ...patient, budget: CASES_OF_A_BRIEF_RUN }] : [patient, patient];
}

/** The operations that its fault is about. */
function scopeOf({ at = [], families = [] }: Where, isBrief: boolean): Partial<VerifyOptions> {
  return { operations: at, only: isBrief ? families : [] };
}

type Where = Pick<FaultyVariant, 'at' | 'families'>;

const contracts = new Map<string, Promise<Contract>>();

function contractOf({ contract }: Zoo): Promise<Contract> {
  const loaded = contracts.get(contract) ?? loadContract(contract);
  contracts.set(contract, loaded);
  return loaded;
}

async function tryOnce(name: string, options: VerifyOptions): Promise<Trial> {
  try {
    const result = await verify(options);
    const { cases, requests, ms } = result;
    return { name, checks: checksOf(result), faults: faultsOf(result), cases: [cases], requests, ms };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { name, checks: [], faults: [`could not judge: ${error.code}`], cases: [0], requests: 0, ms: 0 };
  }
}

/** Every check that is about the fault has found it. */
export function isCaught({ checks }: Trial, foundBy: readonly string[]): boolean {
  return checks.length > 0 && foundBy.every((check) => checks.includes(check));
}
