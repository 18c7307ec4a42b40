/**
 * Contracts that were read before, as long as their files are what they were: a test suite starts many stores of one
 * document, and reading it takes longer than all the rest. Contracts are data that nobody changes; a few are kept.
 */

import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { readSource, toUrl } from '../../spec/source/source.ts';

const MOST_KEPT = 16;

/** By URL, in the order of reading. */
const kept = new Map<string, Contract>();

/** As `loadContract`; what is not a file of this machine is read anew each time. */
export async function loadUnlessKept(source: string): Promise<Contract> {
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
