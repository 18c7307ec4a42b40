import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { pactText, pactWithInteraction } from '../file/support.ts';
import { fileOf, startHttpServer, verifyFiles } from '../support.ts';

const PASSWORD = 'open-sesame';

/** The password must be short: its placeholder in the kit is longer. */
const login = {
  type: 'object',
  required: ['password'],
  properties: { password: { type: 'string', maxLength: 20 } },
};
const json = { 'application/json': { schema: login } };
const contract = await loadContract(
  fileOf(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Sessions', version: '1' },
      paths: {
        '/sessions': {
          post: {
            operationId: 'logIn',
            requestBody: { required: true, content: json },
            responses: { 201: { description: 'in', content: json }, 400: { description: 'invalid' } },
          },
        },
      },
    }),
    'sessions.json',
  ),
);

/** A log-in with a password from a provider state, with this response. */
async function loggedIn(respond: (password: string) => string) {
  const statesUrl = await startHttpServer((_request, response) =>
    response.end(JSON.stringify({ userPassword: PASSWORD })),
  );
  const baseUrl = await startHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const { password } = JSON.parse(body);
      const status = password === PASSWORD ? 201 : 400;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ password: respond(password) }));
    });
  });
  const generators = { body: { '$.password': { type: 'ProviderState', expression: 'userPassword' } } };
  const headers = { 'Content-Type': ['application/json'] };
  const body = { contentType: 'application/json', content: { password: 'example' } };
  const request = { method: 'POST', path: '/sessions', headers, body, generators };
  const interaction = pactWithInteraction({
    request,
    response: { status: 201 },
    providerStates: [{ name: 'a user' }],
  });
  const pactFiles = [fileOf(pactText({}, { interactions: [interaction] }))];
  return verifyFiles({ baseUrl, contract, pactFiles, statesUrl });
}

test.each<[what: string, answer: (password: string) => string]>([
  ['comes back', (password) => password],
  ['is omitted', () => '***'],
])('a credential in a body is validated with its own length and is no error if it %s', async (_what, respond) => {
  const { interactions } = await loggedIn(respond);
  expect(interactions).toMatchObject([{ status: 'passed', violations: [], hasRealCredentials: false }]);
});

test('reports a wrong credential in a response without showing it', async () => {
  const result = await loggedIn((password) => password.repeat(3));
  expect(result.interactions.flatMap(({ findings }) => findings.map(({ check }) => check))).toEqual([
    'body-matches-schema',
  ]);
  expect(inspect(result, { depth: 20, maxStringLength: null })).not.toContain(PASSWORD.slice(0, 6));
});
