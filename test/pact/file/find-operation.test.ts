import { expect, test } from 'vitest';
import { sendsCredentials } from '../../../contracts/pact/file/find-operation.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { fileOf } from '../support.ts';

const { operations } = await loadContract(
  fileOf(
    `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves:
    get:
      operationId: listShelves
      security: [{ session: [] }]
      responses: { '200': { description: all } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
`,
    'sessions.yaml',
  ),
);

test.each([
  ['sid=1', true],
  ['theme=dark; sid=1', true],
  ['lastsid=1', false],
  ['theme=sid=1', false],
])('the cookies %s contain the session of the contract: %s', async (Cookie, carries) => {
  const request = { method: 'GET', path: '/shelves', headers: { Cookie } };
  const pact = await readPact(
    fileOf(stringifyJson({ interactions: [{ description: 'd', request, response: { status: 200 } }] })),
  );
  const [interaction] = pact.interactions;
  const [operation] = operations;
  if (interaction === undefined || operation === undefined) throw new Error('there is one of each');
  expect(sendsCredentials(operation, interaction.request)).toBe(carries);
});
