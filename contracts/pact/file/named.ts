/** The pacts that somebody names, or those that go with the kit's own contract. */
import { KitError } from '../../../errors.ts';
import { isHome } from '../../../spec/kit.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { committedPacts } from './committed.ts';

export interface NamedPacts {
  readonly named: readonly string[];
  readonly contract: Contract;
  /** What names them, for whoever left it out: `--pact FILE`. */
  readonly option: string;
}

/**
 * What `readSources` is to read. The kit's own pact is one of the Plant Store; any other contract needs to be told
 * which. Throws `argument-missing`.
 */
export async function namedOrOwn({ named, contract, option }: NamedPacts): Promise<readonly string[]> {
  if (named.length > 0) return named;
  if (isHome(contract)) return committedPacts();
  throw new KitError('argument-missing', `${option} is missing: which pact goes with this document?`);
}
