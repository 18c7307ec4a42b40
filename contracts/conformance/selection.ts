/** `--only NAME`: a test category, or an operation by its id or by method and path. */
import { KitError } from '../../errors.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { findOperationIds, methodAndPath } from '../../spec/model/operation-names.ts';
import { suggestName } from '../../spec/options/suggest-name.ts';
import { renamedCategories, testCategories } from './test-categories.ts';

export interface Selection {
  /** Test categories; all when empty. */
  readonly categories: readonly string[];
  /** Ids of operations; all when empty. */
  readonly operations: readonly string[];
}

/** Throws `option-invalid` for a name that is unknown or ambiguous; `source` is the name of the option. */
export function parseSelection(names: readonly string[], { operations }: Contract, source = '--only'): Selection {
  const matches = names.map((name) => ({
    name,
    isCategory: isCategoryName(name),
    ids: findOperationIds(name, operations),
  }));
  for (const { name, isCategory, ids } of matches) {
    const [operation, ...others] = operations.filter(({ id }) => ids.includes(id));
    if (others.length > 0) throw severalMatchesError(`${source} ${name}`, ids);
    if (isCategory && operation !== undefined) throw ambiguousNameError(`${source} ${name}`, operation);
    if (!isCategory && operation === undefined) throw unknownNameError(name, operations, source);
  }
  return {
    categories: matches.filter(({ isCategory }) => isCategory).map(({ name }) => name),
    operations: matches.flatMap(({ ids }) => ids),
  };
}

function isCategoryName(name: string): boolean {
  return testCategories.some((category) => category.name === name);
}

function ambiguousNameError(option: string, operation: Operation): KitError {
  return new KitError(
    'option-invalid',
    `${option}: is a test category and an operation; to select the operation, write ${JSON.stringify(methodAndPath(operation))}`,
  );
}

function severalMatchesError(option: string, ids: readonly string[]): KitError {
  return new KitError('option-invalid', `${option}: matches ${ids.join(' and ')}; write one of them`);
}

function unknownNameError(name: string, operations: readonly Operation[], source: string): KitError {
  const renamed = renamedCategories.get(name);
  if (renamed !== undefined)
    return new KitError('option-invalid', `${source} ${name}: the test category is called ${renamed} now`);
  const known = [...testCategories.map((category) => category.name), ...operations.map(({ id }) => id)];
  const suggestion = suggestName(name, [...known, ...operations.map(methodAndPath)]);
  const categories = testCategories.map((category) => category.name).join(', ');
  return new KitError(
    'option-invalid',
    suggestion === undefined
      ? `${source} ${name}: expected one of ${categories}, or an operation of the contract`
      : `${source} ${name}: unknown test category or operation (did you mean ${suggestion}?)`,
  );
}
