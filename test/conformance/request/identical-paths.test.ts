import { expect, test } from 'vitest';
import { findIdenticalPath, isValueOfIdenticalPath } from '../../../contracts/conformance/request/identical-paths.ts';
import { validValue } from '../../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

const { operations } = await loadContract('test/evals/corpus/reduced/paths.yaml');
const operation = (id: string) => {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

test.each([
  ['updateBeacon', 'updateNamespace'],
  ['updateNamespace', 'updateBeacon'],
  // Their schemas distinguish them.
  ['iconByNumber', undefined],
  ['iconByTerm', undefined],
  ['jobsInState', undefined],
])('a request for %s may mean %s', (id, other) => {
  expect(findIdenticalPath(operation(id), operations)?.id).toBe(other);
});

test('a value that the schema of one parameter rejects may be one of the other path', () => {
  const [byNumber, byState] = [operation('iconByNumber'), operation('jobsInState')];
  const [id, state] = [byNumber.parameters[0], byState.parameters[0]];
  if (id === undefined || state === undefined) throw new Error('no parameters');
  expect(isValueOfIdenticalPath({ operation: byNumber, operations }, id, 'seven')).toBe(true);
  expect(isValueOfIdenticalPath({ operation: byState, operations }, state, 'seven')).toBe(false);
});

test('the value of a path parameter is not empty, even where its enumeration begins with the empty text', () => {
  expect(operation('jobsInState').parameters.map((one) => validValue(one).value)).toEqual(['active']);
});
