/** Loads the documents that a mock server serves, each with its prefix. Unchanged files are not read again. */
import { KitError } from '../../errors.ts';
import { defaultDocument } from '../../spec/kit.ts';
import { type LoadOptions, loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import { isPathOrUrl, loadInlineContract, type SpecSource } from '../../spec/loading/spec-source.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { CONTROL_PATH } from '../http/request-target.ts';
import type { Mount } from '../serve/mounts.ts';

/** A document with its prefix. */
export interface MountedSpec {
  /** The prefix of its paths, such as `/shop`; the empty string for the document with all other paths. */
  readonly prefix: string;
  readonly spec: SpecSource;
  /** Paths or URLs of OpenAPI Overlays that change the document, if that is a path or URL too. */
  readonly overlays?: readonly string[];
}

export const defaultSpecs: readonly MountedSpec[] = [{ prefix: '', spec: defaultDocument }];

/** Throws `prefix-invalid`, and the errors of `loadContract`. */
export async function loadMounts(specs: readonly MountedSpec[], options: LoadOptions = {}): Promise<readonly Mount[]> {
  if (specs.length === 0) throw new KitError('prefix-invalid', 'expected at least one document, got none');
  for (const { prefix } of specs) assertValidPrefix(prefix);
  assertUniquePrefixes(specs);
  return Promise.all(
    specs.map(async (one) => ({ prefix: one.prefix, contract: await loadSpec(one, { mode: 'lenient', ...options }) })),
  );
}

/** The name of a document in messages. */
function specName(spec: SpecSource): string {
  return isPathOrUrl(spec) ? String(spec) : 'the document given as an object';
}

function assertValidPrefix(prefix: string): void {
  if (prefix === CONTROL_PATH || prefix.startsWith(`${CONTROL_PATH}/`))
    throw new KitError(
      'prefix-invalid',
      `prefix ${prefix}: expected another prefix, because the control API uses this one`,
    );
  if (/^(?:\/[\w.~-]+)*$/.test(prefix)) return;
  throw new KitError(
    'prefix-invalid',
    `prefix ${JSON.stringify(prefix)}: expected segments of letters, digits and . _ ~ - such as "/shop"`,
  );
}

function assertUniquePrefixes(specs: readonly MountedSpec[]): void {
  for (const [prefix, duplicates] of Map.groupBy(specs, (one) => one.prefix)) {
    if (duplicates.length === 1) continue;
    const names = duplicates.map(({ spec }) => specName(spec)).join(' and ');
    const received = prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
    throw new KitError('prefix-invalid', `${names}: expected different prefixes, got ${received} for each`);
  }
}

function loadSpec({ spec, overlays = [] }: MountedSpec, options: LoadOptions): Promise<Contract> {
  return isPathOrUrl(spec) ? loadCached(String(spec), overlays, options) : loadInlineContract(spec, [], options);
}

/**
 * Like `loadContract`, with a cache for unchanged files: a test suite starts many mock servers with the same document,
 * and loading it takes longer than the rest of the start. Documents from URLs are loaded each time.
 */
async function loadCached(source: string, overlays: readonly string[], options: LoadOptions): Promise<Contract> {
  const url = [JSON.stringify(options), ...[source, ...overlays].map(toDocumentUrl)].join(' ');
  const cached = contractCache.get(url);
  if (cached !== undefined && (await isUnchanged(cached))) return cached;
  contractCache.delete(url);
  const contract = await loadOverlaidContract(source, overlays, options);
  // Files that were missing may exist later.
  const isComplete = contract.repairs === undefined;
  if (isComplete && [...contract.sources.keys()].every(isFile)) cacheContract(url, contract);
  return contract;
}

function isFile(name: string): boolean {
  return !/^https?:/i.test(name);
}

async function isUnchanged({ sources }: Contract): Promise<boolean> {
  const unchanged = [...sources].map(async ([name, text]) => {
    const current = await readSource(toDocumentUrl(name)).catch(() => undefined);
    return current === text;
  });
  return (await Promise.all(unchanged)).every(Boolean);
}

function cacheContract(url: string, contract: Contract): void {
  contractCache.set(url, contract);
  const [oldest] = contractCache.keys();
  if (contractCache.size > MAX_CACHED_CONTRACTS && oldest !== undefined) contractCache.delete(oldest);
}

const MAX_CACHED_CONTRACTS = 16;

/** Contracts by URL, in the order of loading. They are immutable; only a few are kept. */
const contractCache = new Map<string, Contract>();
