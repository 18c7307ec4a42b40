/** The documents that a store serves, each under its prefix. Those of files that have not changed are not read again. */
import { KitError } from '../../errors.ts';
import { defaultDocument } from '../../spec/kit.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isPathOrUrl, loadInlineContract, type SpecSource } from '../../spec/loading/spec-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { CONTROL_PATH } from '../control/access-control.ts';
import type { Mount } from '../serve/mounts.ts';

/** One of several documents. */
export interface MountedSpec {
  /** Where its paths begin, such as `/shop`; the empty string for the one that has all the rest. */
  readonly prefix: string;
  readonly spec: SpecSource;
}

export const defaultSpecs: readonly MountedSpec[] = [{ prefix: '', spec: defaultDocument }];

/** Throws `prefix-invalid`, and what `loadContract` throws. */
export async function loadMounts(specs: readonly MountedSpec[]): Promise<readonly Mount[]> {
  if (specs.length === 0) throw new KitError('prefix-invalid', 'expected at least one document, got none');
  for (const { prefix } of specs) assertValidPrefix(prefix);
  assertUniquePrefixes(specs);
  return Promise.all(specs.map(async ({ prefix, spec }) => ({ prefix, contract: await loadSpec(spec) })));
}

/** What a document is called in messages. */
function specName(spec: SpecSource): string {
  return isPathOrUrl(spec) ? String(spec) : 'the document given as an object';
}

function assertValidPrefix(prefix: string): void {
  if (prefix === CONTROL_PATH || prefix.startsWith(`${CONTROL_PATH}/`))
    throw new KitError('prefix-invalid', `prefix ${prefix}: expected another, since the control API is there`);
  if (/^(?:\/[\w.~-]+)*$/.test(prefix)) return;
  throw new KitError(
    'prefix-invalid',
    `prefix ${JSON.stringify(prefix)}: expected segments of letters, digits and . _ ~ - such as "/shop"`,
  );
}

function assertUniquePrefixes(specs: readonly MountedSpec[]): void {
  for (const [prefix, same] of Map.groupBy(specs, (one) => one.prefix)) {
    if (same.length === 1) continue;
    const names = same.map(({ spec }) => specName(spec)).join(' and ');
    const given = prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
    throw new KitError('prefix-invalid', `${names}: expected different prefixes, got ${given} for each`);
  }
}

function loadSpec(spec: SpecSource): Promise<Contract> {
  return isPathOrUrl(spec) ? loadCached(String(spec)) : loadInlineContract(spec);
}

/**
 * As `loadContract`, but for files that were read before and are what they were: a test suite starts many stores of one
 * document, and reading it takes longer than all the rest. What is not a file of this machine is read anew each time.
 */
async function loadCached(source: string): Promise<Contract> {
  const url = toDocumentUrl(source);
  const cached = contractCache.get(url);
  if (cached !== undefined && (await isUnchanged(cached))) return cached;
  contractCache.delete(url);
  const contract = await loadContract(source);
  if ([...contract.sources.keys()].every(isFile)) cacheContract(url, contract);
  return contract;
}

function isFile(name: string): boolean {
  return !/^https?:/i.test(name);
}

async function isUnchanged({ sources }: Contract): Promise<boolean> {
  const same = [...sources].map(async ([name, text]) => {
    const now = await readSource(toDocumentUrl(name)).catch(() => undefined);
    return now === text;
  });
  return (await Promise.all(same)).every(Boolean);
}

function cacheContract(url: string, contract: Contract): void {
  contractCache.set(url, contract);
  const [oldest] = contractCache.keys();
  if (contractCache.size > MAX_CACHED_CONTRACTS && oldest !== undefined) contractCache.delete(oldest);
}

const MAX_CACHED_CONTRACTS = 16;

/** Contracts by URL, in the order of reading. They are data that nobody changes; a few are kept. */
const contractCache = new Map<string, Contract>();
