import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runPlantStore, runWithoutToken, TOKEN } from '../../cli/support.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { pactText, pactWithInteraction } from '../file/support.ts';
import { fileOf, SECRET, startHttpServer, temporaryFolder } from '../support.ts';

const post = (authorization: string) => ({
  request: {
    method: 'POST',
    path: '/plants',
    headers: { 'Content-Type': ['application/json'], Authorization: [authorization] },
    body: { content: { id: 1, name: 'fern' }, contentType: 'application/json', encoded: false },
  },
});
const pact = fileOf(
  pactText(
    {},
    {
      interactions: [
        pactWithInteraction({
          description: 'create a fern',
          providerStates: [{ name: 'room' }],
          ...post('Bearer example'),
        }),
        pactWithInteraction({
          description: 'create a fern, rejected',
          ...post('Bearer old'),
          response: { status: 401 },
        }),
      ],
    },
  ),
);

/** A server that accepts one token. */
function store(token: string): Promise<string> {
  return startHttpServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    request.on('end', () => response.end(isKnown ? '{"name":"fern"}' : '')).resume();
  });
}

const verify = async (token: string, ...args: readonly string[]) =>
  runPlantStore(['pact', 'verify', await store(token), '--pact', pact, ...args]);

describe('credentials', () => {
  test('are sent instead of an example, with a note', async () => {
    const { exitCode, stdout } = await verify(TOKEN);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('verified: 2 passed, 0 failed')]);
    expect(stdout).toContain('header authorization: the credential of bearerAuth was sent instead of the example');
    expect(stdout).not.toContain(TOKEN);
  });

  test('can be given by the name of their scheme and are not shown', async () => {
    const url = await store(SECRET);
    const args = ['pact', 'verify', url, '--pact', pact, '--auth', `bearerAuth=${SECRET}`, '--json'];
    const { exitCode, stdout } = await runWithoutToken(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Bearer $PLANT_STORE_TOKEN');
    for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)])
      expect(stdout).not.toContain(form);
  });

  test('of an undeclared scheme are rejected', async () => {
    const { exitCode, stderr } = await verify(TOKEN, '--auth', 'bearer=x');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the document declares bearerAuth')]);
  });

  test('that are missing keep the example: rejected requests are not checked, exit code 2', async () => {
    const { exitCode, stdout } = await runWithoutToken('pact', 'verify', await store(TOKEN), '--pact', pact);
    expect(stdout).toMatch(/not checked +create a fern, given room\n +the credential is the pact's example/);
    expect(exitCode).toBe(2);
  });
});

test('a rejected example is not an error, even if the consumer expects 404', async () => {
  const missing = pactWithInteraction({
    description: 'create none',
    ...post('Bearer example'),
    response: { status: 404 },
  });
  const file = fileOf(pactText({}, { interactions: [missing] }));
  const { exitCode, stdout } = await runWithoutToken('pact', 'verify', await store(TOKEN), '--pact', file);
  expect(stdout).toMatch(/not checked +create none\n +the credential is the pact's example/);
  expect(exitCode).toBe(2);
});

describe('the token, for a scheme that requires another kind of key', () => {
  const spec = fileOf(
    `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves:
    get:
      operationId: listShelves
      security: [{ key: [] }]
      responses: { '200': { description: all }, '401': { description: who } }
    post:
      operationId: addShelf
      security: [{ bearer: [] }]
      responses: { '201': { description: added }, '401': { description: who } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    bearer: { type: http, scheme: bearer }
`,
    'shelves.yaml',
  );
  const both = fileOf(
    pactText(
      {},
      {
        interactions: [
          pactWithInteraction({
            description: 'list',
            request: { method: 'GET', path: '/shelves', headers: { 'X-Key': ['example'] } },
          }),
          pactWithInteraction({
            description: 'add',
            request: { method: 'POST', path: '/shelves', headers: { Authorization: ['Bearer example'] } },
            response: { status: 201 },
          }),
        ],
      },
    ),
  );
  const shelves = () =>
    startHttpServer(({ method, headers }, response) => {
      const isKnown = method === 'GET' ? headers['x-key'] === SECRET : headers.authorization !== undefined;
      response.writeHead(isKnown ? (method === 'GET' ? 200 : 201) : 401).end();
    });

  test('is tried, and a rejection is not an error', async () => {
    const args = ['pact', 'verify', await shelves(), '--pact', both, '--spec', spec];
    const { exitCode, stdout } = await runPlantStore(args);
    expect(stdout).toMatch(
      /not checked +list\n +the token was also sent .* set key=VALUE in PLANT_STORE_AUTH or --auth$/m,
    );
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('1 passed, 0 failed, 1 not checked')]);
  });

  test('is not sent if the scheme has its own credential, whose rejection counts', async () => {
    const args = ['pact', 'verify', await shelves(), '--pact', both, '--spec', spec];
    expect((await runPlantStore([...args, '--auth', `key=${SECRET}`])).exitCode).toBe(0);
    const { exitCode, stdout } = await runPlantStore([...args, '--auth', 'key=another']);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('error[valid-accepted]')]);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '($PLANT_STORE_TOKEN stands for the credential of key here; replay needs key=VALUE in PLANT_STORE_AUTH again)',
    );
  });
});

describe('--states', () => {
  const wanting = pactWithInteraction({
    description: 'create a fern with a header',
    providerStates: [{ name: 'room' }],
    ...post('Bearer example'),
    response: { status: 200, headers: { 'X-Room': ['yes'] } },
  });
  const file = fileOf(pactText({}, { interactions: [wanting] }));

  test('that is missing is noted if an expectation with a state fails', async () => {
    const { stdout } = await runPlantStore(['pact', 'verify', await store(TOKEN), '--pact', file]);
    expect(stdout).toContain('the provider state "room" was assumed to be set up, because no --states URL was given');
    expect(stdout).not.toContain('only this request');
  });

  test('is in the replay command, and missing in curl with a remark', async () => {
    const states = await startHttpServer((request, response) => request.on('end', () => response.end('{}')).resume());
    const args = ['pact', 'verify', await store(TOKEN), '--pact', file, '--states', states];
    const { stdout } = await runPlantStore(args);
    expect(stdout).toContain(`--states ${states}`);
    expect(stdout).toContain('(only this request; replay also sets up the provider states)');
    expect(stdout).not.toContain('was assumed to be set up');
  });

  test('that is unreachable: interactions with states are not checked, exit code 2', async () => {
    const { exitCode, stdout } = await verify(TOKEN, '--states', `${UNUSED_URL}/?key=hidden`);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/not checked +create a fern, given room/);
    expect(stdout).toMatch(/passed +create a fern, rejected/);
    expect(stdout).not.toContain('hidden');
  });

  test('that is not a URL is rejected', async () => {
    const { exitCode, stderr } = await verify(TOKEN, '--states', 'states');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('expected an http or https URL')]);
  });
});

describe('--only', () => {
  test.each(['create a fern, rejected', '#2'])('%s verifies only that one', async (only) => {
    const { exitCode, stdout } = await verify(TOKEN, '--only', only);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('verified: 1 passed, 0 failed')]);
    expect(stdout).not.toContain('given room');
  });

  test('an unknown interaction is rejected with a list of all', async () => {
    const { exitCode, stderr } = await verify(TOKEN, '--only', 'create');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('#2 create a fern, rejected')]);
  });
});

test('a folder selects all its pacts, and notes are printed to stderr', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'a.json'), readFileSync(pact));
  writeFileSync(path.join(folder, 'b.json'), `${readFileSync(pact, 'utf8')}\n`);
  const url = await store(TOKEN);
  const { exitCode, stdout, stderr } = await runPlantStore(['pact', 'verify', url, '--pact', folder]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('verified: 2 passed, 0 failed')]);
  expect(stderr).toBe(`note: ${folder}/b.json is the same pact as ${folder}/a.json and used once\n`);
});

test('--report writes JUnit', async () => {
  const file = path.join(temporaryFolder(), 'pact.xml');
  const url = await startHttpServer((_request, response) => response.writeHead(500).end());
  const { exitCode } = await runPlantStore(['pact', 'verify', url, '--pact', pact, '--report', `junit=${file}`]);
  expect(exitCode).toBe(1);
  expect(readFileSync(file, 'utf8')).toContain('create a fern, given room');
});
