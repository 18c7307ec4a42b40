/** `--only NAME`: a family of cases, or an operation by its id or by method and path. */
import { KitError } from '../../errors.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findOperationIds, methodAndPath } from '../../spec/model/operation-names.ts';
import { findMisspelled } from '../../spec/options/suggest-name.ts';
import { testCategories } from './test-categories.ts';

export interface Selection {
  /** Families; all when empty. */
  readonly categories: readonly string[];
  /** Ids of operations; all when empty. */
  readonly operations: readonly string[];
}

/** Throws `option-invalid` for what is neither, and for what could be both or several; `source` is the option. */
export function parseSelection(names: readonly string[], { operations }: Contract, source = '--only'): Selection {
  const matches = names.map((name) => ({
    name,
    isFamily: isCategory(name),
    ids: findOperationIds(name, operations),
  }));
  for (const { name, isFamily: isOne, ids } of matches) {
    const [operation, ...expected] = operations.filter(({ id }) => ids.includes(id));
    if (expected.length > 0) throw severalMatchesError(`${source} ${name}`, ids);
    if (isOne && operation !== undefined) throw ambiguousNameError(`${source} ${name}`, operation);
    if (!isOne && operation === undefined) throw unknownNameError(name, operations, source);
  }
  return {
    categories: matches.filter((one) => one.isFamily).map(({ name }) => name),
    operations: matches.flatMap(({ ids }) => ids),
  };
}

function isCategory(name: string): boolean {
  return testCategories.some((category) => category.name === name);
}

function ambiguousNameError(matches: string, operation: Operation): KitError {
  return new KitError(
    'option-invalid',
    `${matches}: is a family and an operation; for the operation give ${JSON.stringify(methodAndPath(operation))}`,
  );
}

function severalMatchesError(matches: string, ids: readonly string[]): KitError {
  return new KitError('option-invalid', `${matches}: may be ${ids.join(' or ')}; give the one that is meant`);
}

function unknownNameError(name: string, operations: readonly Operation[], source: string): KitError {
  const known = [...testCategories.map((category) => category.name), ...operations.map(({ id }) => id)];
  const suggestion = findMisspelled(name, [...known, ...operations.map(methodAndPath)]);
  const expected = `one of ${testCategories.map((category) => category.name).join(', ')}, or an operation of the contract`;
  return new KitError(
    'option-invalid',
    `${source} ${name}: expected ${suggestion === undefined ? expected : `${suggestion}, or another family or operation`}`,
  );
}
