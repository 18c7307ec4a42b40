import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { isValid } from '../../../spec/validation/validate.ts';

const contract = await loadContract('test/evals/corpus/features/found-in-the-corpus.yaml');
const alike = contract.operations.find(({ id }) => id === 'alternativesAlike')?.responses[0]?.content[0]
  ?.schema;

test('an answer fits one alternative alone where several are alike but for optional properties', () => {
  const value = alike === undefined ? undefined : sampleOf(alike, 'response');
  expect(value).toBeDefined();
  expect(alike !== undefined && value !== undefined && isValid(alike, value, 'response')).toBe(true);
});

test('nobody is asked to take such a value', () => {
  expect(alike === undefined ? 'no schema' : sampleOf(alike, 'request')).toBeUndefined();
});
