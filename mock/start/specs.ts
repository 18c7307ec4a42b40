/** The documents that a store serves, each under its prefix. */
import { KitError } from '../../errors.ts';
import { homeDocument } from '../../spec/kit.ts';
import { inlineContract, isAddress, type SpecSource } from '../../spec/loading/given.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { CONTROL_PATH } from '../control/path.ts';
import type { Mount } from '../serve/mounts.ts';
import { loadUnlessKept } from './contract-memo.ts';

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
