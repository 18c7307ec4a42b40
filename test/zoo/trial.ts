/** One variant before the verifier: what was found, and what it cost. */
import { readFileSync } from 'node:fs';
import { KitError } from '../../errors.ts';
import { checksOf, faultsOf, verify } from '../conformance/support.ts';
import { startVariant, type Variant } from './index.ts';

/** Long enough for every store that answers at all; the hanging ones wait it out for each finding. */
const FAULTY_TIMEOUT_MS = 600;

/** Which checks find which store, read once by a person: a fault must not hide behind another. */
export const foundBy: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('../conformance/found-by.json', import.meta.url), 'utf8'),
);

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

/** A right store is judged twice, since a second run has to give the same verdict. */
export async function tryVariant(variant: Variant): Promise<Trial> {
  const store = await startVariant(variant);
  try {
    const patient =
      variant.kind === 'right' && variant.atOnce !== undefined ? { concurrency: variant.atOnce } : {};
    const runs = variant.kind === 'right' ? [patient, patient] : [{ timeoutMs: FAULTY_TIMEOUT_MS }];
    const trials: Trial[] = [];
    for (const options of runs)
      trials.push(await tryOnce(variant.name, { baseUrl: store.url, token: store.token, ...options }));
    return {
      name: variant.name,
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

async function tryOnce(name: string, options: Parameters<typeof verify>[0]): Promise<Trial> {
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
export function isCaught({ name, checks }: Trial): boolean {
  return checks.length > 0 && (foundBy[name] ?? []).every((check) => checks.includes(check));
}
