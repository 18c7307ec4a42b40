/** The control API's own contract: it routes and judges its requests as any contract does those of the store. */

import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { createRouter, type Router } from '../request/router.ts';

export interface ControlDocument {
  readonly contract: Contract;
  readonly router: Router;
}

let loading: Promise<ControlDocument> | undefined;

/** Read at the first request, and once for all stores of the process: it never changes. */
export function controlDocument(): Promise<ControlDocument> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ControlDocument> {
  const contract = await loadContract(new URL('./openapi.yaml', import.meta.url).href);
  return { contract, router: createRouter(contract) };
}
