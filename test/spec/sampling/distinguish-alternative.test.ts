import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';

const contract = await loadContract('test/evals/corpus/features/found-in-the-corpus.yaml');
const similarAlternatives = contract.operations.find(({ id }) => id === 'alternativesAlike')?.responses[0]?.content[0]
  ?.schema;

test('creates a response that matches only one of several alternatives with different optional properties', () => {
  const value = similarAlternatives === undefined ? undefined : sampleValue(similarAlternatives, 'response');
  expect(value).toBeDefined();
  expect(
    similarAlternatives !== undefined && value !== undefined && isValid(similarAlternatives, value, 'response'),
  ).toBe(true);
});

test('creates no such value for requests', () => {
  expect(similarAlternatives === undefined ? 'no schema' : sampleValue(similarAlternatives, 'request')).toBeUndefined();
});
