/** The base path of `servers` that a client has used: links in the response have it too. */
import { listBasePaths } from '../../spec/model/base-paths.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';

/** Empty if the request omits it. `requested` is relative to the prefix of the contract. */
export function basePathOf(contract: Contract, { path }: Operation, requested: string): string {
  const found = listBasePaths(contract).find(
    (base) => requested.startsWith(`${base}/`) && countSegments(requested.slice(base.length)) === countSegments(path),
  );
  // A base path without a leading slash is none.
  return found?.startsWith('/') === true ? found : '';
}

function countSegments(path: string): number {
  return path.split('/').filter((segment) => segment !== '').length;
}
