import { expect, test } from 'vitest';
import { challengeFor } from '../../../mock/authentication/challenge.ts';
import { contractWithPaths } from '../../pact/record/support.ts';

const schemes = `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }`;

async function challenge(security: string, headers: string) {
  const contract = await contractWithPaths(
    `  /things:
    get:
      operationId: read
      security: ${security}
      responses:
        '204': { description: Done }
        '401': { description: Who, headers: ${headers} }`,
    schemes,
  );
  const [operation] = contract.operations;
  return operation && challengeFor(operation);
}

const both = '[{ key: [] }, { user: [] }]';

test('names each scheme if the contract does not specify the challenge', async () => {
  const all = 'ApiKey, Basic realm="mock server", charset="UTF-8"';
  expect(await challenge(both, '{}')).toEqual({ 'WWW-Authenticate': all });
  const free = '{ WWW-Authenticate: { schema: { type: string } } }';
  expect(await challenge(both, free)).toEqual({ 'WWW-Authenticate': all });
});

test('conforms to the contract, under the declared header name', async () => {
  const basic = `{ www-authenticate: { schema: { type: string, pattern: '^Basic realm="[a-z ]+"' } } }`;
  expect(await challenge(both, basic)).toEqual({
    'www-authenticate': 'Basic realm="mock server", charset="UTF-8"',
  });
  const fixed = '{ WWW-Authenticate: { schema: { type: string, enum: [Key] } } }';
  expect(await challenge('[{ key: [] }]', fixed)).toEqual({ 'WWW-Authenticate': 'Key' });
});
