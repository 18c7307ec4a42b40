/** The documents that a store serves, each under its prefix. Those of files that have not changed are not read again. */
import { KitError } from '../../errors.ts';
import { homeDocument } from '../../spec/kit.ts';
import { inlineContract, isAddress, type SpecSource } from '../../spec/loading/given.ts';
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { readSource, toUrl } from '../../spec/source/source.ts';
import { CONTROL_PATH } from '../control/access.ts';
import type { Mount } from '../serve/mounts.ts';

/** One of several documents. */
export interface MountedSpec {
  /** Where its paths begin, such as `/shop`; the empty string for the one that has all the rest. */
  readonly prefix: string;
  readonly spec: SpecSource;
}

export const defaultSpecs: readonly MountedSpec[] = [{ prefix: '', spec: homeDocument }];

/** Throws `prefix-invalid`, and what `loadContract` throws. */
export async function loadMounts(specs: readonly MountedSpec[]): Promise<readonly Mount[]> {
  if (specs.length === 0) throw new KitError('prefix-invalid', 'expected at least one document, got none');
  for (const { prefix } of specs) refusePrefix(prefix);
  refuseDoubled(specs);
  return Promise.all(specs.map(async ({ prefix, spec }) => ({ prefix, contract: await contractOf(spec) })));
}

/** What a document is called in messages. */
function nameOfSpec(spec: SpecSource): string {
  return isAddress(spec) ? String(spec) : 'the document given as an object';
}

function refusePrefix(prefix: string): void {
  if (prefix === CONTROL_PATH || prefix.startsWith(`${CONTROL_PATH}/`))
    throw new KitError(
      'prefix-invalid',
      `prefix ${prefix}: expected another, since the control API is there`,
    );
  if (/^(?:\/[\w.~-]+)*$/.test(prefix)) return;
  throw new KitError(
    'prefix-invalid',
    `prefix ${JSON.stringify(prefix)}: expected segments of letters, digits and . _ ~ - such as "/shop"`,
  );
}

function refuseDoubled(specs: readonly MountedSpec[]): void {
  for (const [prefix, same] of Map.groupBy(specs, (one) => one.prefix)) {
    if (same.length === 1) continue;
    const names = same.map(({ spec }) => nameOfSpec(spec)).join(' and ');
    const given = prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
    throw new KitError('prefix-invalid', `${names}: expected different prefixes, got ${given} for each`);
  }
}

function contractOf(spec: SpecSource): Promise<Contract> {
  return isAddress(spec) ? loadUnlessKept(String(spec)) : inlineContract(spec);
}

/**
 * As `loadContract`, but for files that were read before and are what they were: a test suite starts many stores of one
 * document, and reading it takes longer than all the rest. What is not a file of this machine is read anew each time.
 */
async function loadUnlessKept(source: string): Promise<Contract> {
  const url = toUrl(source);
  const before = kept.get(url);
  if (before !== undefined && (await isUnchanged(before))) return before;
  kept.delete(url);
  const contract = await loadContract(source);
  if ([...contract.sources.keys()].every(isFile)) keep(url, contract);
  return contract;
}

function isFile(name: string): boolean {
  return !/^https?:/i.test(name);
}

async function isUnchanged({ sources }: Contract): Promise<boolean> {
  const same = [...sources].map(async ([name, text]) => {
    const now = await readSource(toUrl(name)).catch(() => undefined);
    return now === text;
  });
  return (await Promise.all(same)).every(Boolean);
}

function keep(url: string, contract: Contract): void {
  kept.set(url, contract);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

const MOST_KEPT = 16;

/** Contracts by URL, in the order of reading. They are data that nobody changes; a few are kept. */
const kept = new Map<string, Contract>();
