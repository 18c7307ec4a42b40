import { expect, test } from 'vitest';
import {
  serializeParameters,
  validValue,
} from '../../contracts/conformance/request/parameters/serialize-parameters.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { loadText } from '../spec/support.ts';

const contract = await loadContract('test/evals/corpus/features/found-in-the-corpus.yaml');

test('an exploded object is sent with at least one member', () => {
  const operation = contract.operations.find(({ id }) => id === 'objectWrittenAsNothing');
  const values = operation?.parameters.map(validValue) ?? [];
  expect(operation && serializeParameters(operation, values).path).toBe('/search?sample=sample');
});

test.each([
  [{ type: 'string' }, '*'],
  [{ type: 'string', pattern: '^"' }, undefined],
  [{ type: 'string', example: '"3"' }, '*'],
])('If-Match of %j matches any version, if allowed', async (schema, expected) => {
  const parameters = [{ name: 'If-Match', in: 'header', required: true, schema }];
  const put = { parameters, responses: { 204: { description: 'Replaced' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { put } } };
  const { operations } = await loadText(JSON.stringify(document));
  const [parameter] = operations.flatMap((operation) => operation.parameters);
  const { value } = parameter === undefined ? {} : validValue(parameter);
  if (expected === undefined) expect(value).not.toBe('*');
  else expect(value).toBe(expected);
});
