import type { Contract } from '../../../spec/contract.ts';

/** Contracts do not change, and many rules ask for the same of one. */
export function remembered<T>(memory: WeakMap<Contract, T>, contract: Contract, make: () => T): T {
  const known = memory.get(contract) ?? make();
  memory.set(contract, known);
  return known;
}
