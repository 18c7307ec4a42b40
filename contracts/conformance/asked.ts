/** `--only NAME`: a family of cases, or an operation by its id or by method and path. */
import { KitError } from '../../errors.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { idsNamed, methodAndPath } from '../../spec/model/operation-named.ts';
import { misspelt } from '../../spec/options/closest.ts';
import { families } from './families.ts';

export interface Selection {
  /** Families; all when empty. */
  readonly only: readonly string[];
  /** Ids of operations; all when empty. */
  readonly operations: readonly string[];
}

/** Throws `option-invalid` for what is neither, and for what could be both or several; `source` is the option. */
export function askedFor(names: readonly string[], { operations }: Contract, source = '--only'): Selection {
  const told = names.map((name) => ({
    name,
    isFamily: isFamily(name),
    ids: idsNamed(name, operations),
  }));
  for (const { name, isFamily: isOne, ids } of told) {
    const [operation, ...others] = operations.filter(({ id }) => ids.includes(id));
    if (others.length > 0) throw several(`${source} ${name}`, ids);
    if (isOne && operation !== undefined) throw ambiguous(`${source} ${name}`, operation);
    if (!isOne && operation === undefined) throw unknown(name, operations, source);
  }
  return {
    only: told.filter((one) => one.isFamily).map(({ name }) => name),
    operations: told.flatMap(({ ids }) => ids),
  };
}

function isFamily(name: string): boolean {
  return families.some((family) => family.name === name);
}

function ambiguous(told: string, operation: Operation): KitError {
  return new KitError(
    'option-invalid',
    `${told}: is a family and an operation; for the operation give ${JSON.stringify(methodAndPath(operation))}`,
  );
}

function several(told: string, ids: readonly string[]): KitError {
  return new KitError('option-invalid', `${told}: may be ${ids.join(' or ')}; give the one that is meant`);
}

function unknown(name: string, operations: readonly Operation[], source: string): KitError {
  const known = [...families.map((family) => family.name), ...operations.map(({ id }) => id)];
  const meant = misspelt(name, [...known, ...operations.map(methodAndPath)]);
  const others = `one of ${families.map((family) => family.name).join(', ')}, or an operation of the contract`;
  return new KitError(
    'option-invalid',
    `${source} ${name}: expected ${meant === undefined ? others : `${meant}, or another family or operation`}`,
  );
}
