import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { zoos } from '../../evals/zoo/zoos.ts';

/** The contract of one of the zoos, by its name. */
export function loadZooContract(name: string): Promise<Contract> {
  const zoo = zoos.find((one) => one.name === name);
  if (zoo === undefined) throw new Error(`there is no zoo ${name}`);
  return loadContract(zoo.contract);
}
