/** Commands that log in: the tokens reach the requests, and no output shows them or what they were obtained with. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { readBody, startTestServer } from '../conformance/test-server.ts';
import { UNUSED_URL } from '../free-port.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { type CommandResult, runInThread } from './run-in-thread.ts';
import { commandEnvironment } from './support.ts';

const secrets = {
  clientSecret: 'Cs5"vQ+2kLm8%Zt',
  password: 'Pw7&nR=4jXd9/Wy',
  refreshToken: 'Rf3kPz8vTq6mHb2x',
  tokenStart: 'Tk9wVbN3kRtY8mPx',
} as const;

const environment = {
  PLANT_STORE_CLIENT_ID: 'app',
  PLANT_STORE_CLIENT_SECRET: secrets.clientSecret,
  PLANT_STORE_USERNAME: 'ann',
  PLANT_STORE_PASSWORD: secrets.password,
} as const;

const responses = { 200: { description: 'Yes.' }, 401: { description: 'No.' } };
const door = { type: 'oauth2', flows: { password: { tokenUrl: 'token', scopes: {} } } };

function documentFor(scheme: object): string {
  const document = {
    openapi: '3.0.3',
    info: { title: 'A door', version: '1' },
    security: [{ door: [] }],
    paths: { '/door': { get: { operationId: 'openDoor', responses } } },
    components: { securitySchemes: { door: scheme } },
  };
  return fileOf(JSON.stringify(document), 'door.json');
}

const oauthDocument = documentFor(door);

interface Door {
  readonly url: string;
  readonly authorizations: ReadonlySet<string | undefined>;
}

/** Issues a token for each login, and returns all that it has received and issued in every response. */
async function startDoor(isOpen: (request: IncomingMessage, token: string) => boolean = isBearer): Promise<Door> {
  const authorizations = new Set<string | undefined>();
  let count = 0;
  const token = () => `${secrets.tokenStart}${count}`;
  const known = new Set<string>();
  const echo = ({ headers }: IncomingMessage) => [...known, headers.authorization, headers.cookie].join(' ');
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams((await readBody(request)).toString());
    for (const value of form.values()) known.add(value);
    response.setHeader('x-you-said', encodeURIComponent(echo(request)));
    if (request.url === '/token') {
      if (form.get('password') !== secrets.password && form.get('refresh_token') !== secrets.refreshToken)
        return void response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', hint: echo(request) }));
      count++;
      known.add(token()).add(secrets.refreshToken);
      const issued = { access_token: token(), refresh_token: secrets.refreshToken };
      return void response.end(JSON.stringify(issued));
    }
    authorizations.add(request.headers.authorization);
    const status = request.method === 'GET' ? (isOpen(request, token()) ? 200 : 401) : 405;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(echo(request));
  });
  return { url: await startTestServer(server, onTestFinished), authorizations };
}

function isBearer({ headers }: IncomingMessage, token: string): boolean {
  return headers.authorization === `Bearer ${token}`;
}

function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = environment): Promise<CommandResult> {
  return runInThread(args, { ...commandEnvironment(undefined), ...env });
}

function textsOf(folder: string, ...results: readonly CommandResult[]): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
  return [...written, ...results.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
}

/** Letters and digits of each secret that are in a row are in every spelling of it. */
function foundIn(text: string, values: readonly string[] = Object.values(secrets)): readonly string[] {
  return values.flatMap((secret) => [
    ...(secret.match(/[A-Za-z0-9]{5,}/g) ?? []).filter((part) => text.includes(part)),
    ...[Buffer.from(secret).toString('base64').slice(0, -4)].filter((part) => text.includes(part)),
  ]);
}

const fast = ['--only', 'authentication', '--only', 'valid-bodies', '--cases', '1'] as const;

describe('a token of the document’s token endpoint', () => {
  test('is used by every command, and no output shows a secret', async () => {
    const { url, authorizations } = await startDoor();
    const folder = temporaryFolder();
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, format)}`]);
    const results = [
      await runCommand(['verify', url, '--spec', oauthDocument, '--only', 'authentication', '--verbose', ...reports]),
      await runCommand(['gate', url, '--spec', oauthDocument, '--budget', '30', '--out', path.join(folder, 'gate')]),
      await runCommand(['replay', 'openDoor/authentication/door/cut', url, '--spec', oauthDocument, '--json']),
    ];
    const text = textsOf(folder, ...results);
    expect(authorizations).toContain(`Bearer ${secrets.tokenStart}1`);
    expect(authorizations).toContain(`Bearer ${secrets.tokenStart}3`);
    expect(results.map(({ exitCode }) => exitCode)).not.toContain(2);
    expect(text).toContain('$PLANT_STORE_TOKEN');
    expect(foundIn(text)).toEqual([]);
  });

  test('that is rejected, or not there, is an error without secrets', async () => {
    const { url } = await startDoor();
    const wrong = { ...environment, PLANT_STORE_PASSWORD: `${secrets.password}x` };
    const rejected = await runCommand(['verify', url, '--spec', oauthDocument], wrong);
    expect([rejected.exitCode, foundIn(`${rejected.stdout}${rejected.stderr}`)]).toEqual([2, []]);
    expect(rejected.stderr).toMatch(
      /^error\[login-failed\]: .*received 400 .*invalid_grant.*\n.*fix {2}Check PLANT_/ms,
    );
    const folder = temporaryFolder();
    const gate = await runCommand(['gate', url, '--spec', oauthDocument, '--out', folder], wrong);
    expect([gate.exitCode, foundIn(textsOf(folder, gate))]).toEqual([2, []]);
    expect(textsOf(folder)).toContain('No credential could be obtained');
  });

  test('comes from --token-url instead, which the replay command repeats', async () => {
    const [{ url }, other] = [await startDoor(() => true), await startDoor()];
    const args = ['verify', url, '--spec', oauthDocument, '--token-url', `${other.url}/token`, ...fast];
    const { stdout, exitCode } = await runCommand(args);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`--token-url ${other.url}/token`);
    expect(foundIn(stdout)).toEqual([]);
  });

  test.each([
    [{ PLANT_STORE_CLIENT_ID: 'app' }, [], 'PLANT_STORE_CLIENT_ID has no effect without PLANT_STORE_CLIENT_SECRET'],
    [{ PLANT_STORE_USERNAME: 'ann' }, [], 'PLANT_STORE_USERNAME has no effect without PLANT_STORE_PASSWORD'],
    [{}, ['--token-url', 'http://127.0.0.1:1'], '--token-url has no effect without a client or a user'],
    [environment, ['--token-url', 'ftp://ann:Pw7nR4jXd9@x/'], '--token-url "***@x/": expected an http or https URL'],
  ])('with incomplete settings %j %j is an error', async (env, args, message) => {
    const { stderr, exitCode } = await runCommand(['verify', 'http://127.0.0.1:1', ...args], env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('Pw7nR4jXd9');
  });
});

test('the gate logs in at the implementation that it starts, and masks what that prints', async () => {
  const server = fileOf(
    `const http = require('node:http');
    http.createServer((request, response) => {
      let form = '';
      request.on('data', (chunk) => (form += chunk)).on('end', () => {
        if (request.url === '/token') {
          console.log(form, '${secrets.tokenStart}');
          return response.end(JSON.stringify({ access_token: '${secrets.tokenStart}' }));
        }
        const isOpen = request.headers.authorization === 'Bearer ${secrets.tokenStart}';
        response.writeHead(isOpen ? 200 : 401, { 'WWW-Authenticate': 'Bearer' }).end();
      });
    }).listen(Number(process.argv[2]), '127.0.0.1');`,
    'server.cjs',
  );
  const url = UNUSED_URL;
  const folder = temporaryFolder();
  const start = `"${process.execPath}" "${server}" ${new URL(url).port}`;
  const args = ['gate', url, '--spec', oauthDocument, '--budget', '4', '--start', start, '--out', folder];
  const result = await runCommand(args);
  expect(result.exitCode).not.toBe(2);
  expect(readFileSync(path.join(folder, 'implementation.log'), 'utf8')).toContain('grant_type=password&username=ann');
  expect(foundIn(textsOf(folder, result))).toEqual([]);
});

describe('a login command', () => {
  const bearerDocument = documentFor({ type: 'http', scheme: 'bearer' });
  const cookieDocument = documentFor({ type: 'apiKey', in: 'cookie', name: 'sid' });
  const token = `${secrets.tokenStart}0`;

  test('prints a token that no output shows', async () => {
    const { url, authorizations } = await startDoor();
    const folder = temporaryFolder();
    const command = ['--login-command', `printf '%s\\n' ${token}`] as const;
    const args = [url, '--spec', bearerDocument, ...command] as const;
    const results = [
      await runCommand(['verify', ...args, '--only', 'authentication', '--verbose'], {}),
      await runCommand(['replay', 'openDoor/authentication/door/cut', ...args], {}),
    ];
    expect(authorizations).toContain(`Bearer ${token}`);
    expect(results.map(({ exitCode }) => exitCode)).not.toContain(2);
    expect(foundIn(textsOf(folder, ...results).replaceAll(command[1], ''))).toEqual([]);
  });

  test('prints the cookie of a session', async () => {
    const { url } = await startDoor(({ headers }, right) => headers.cookie === `sid=${right}`);
    const args = ['verify', url, '--spec', cookieDocument, '--login-command', `echo ${token}`, ...fast];
    const { stderr, stdout } = await runCommand(args, {});
    expect(stderr).toBe('');
    expect(stdout).toMatch(/tested 1 of 1|1 operation/);
  });

  test('that fails is an error without its output', async () => {
    const command = `echo ${token}; echo no ${token} for you >&2; exit 1`;
    const { stderr, exitCode } = await runCommand(
      ['verify', 'http://127.0.0.1:1', '--spec', bearerDocument, '--login-command', command],
      {},
    );
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/login-failed.*--login-command ended with exit code 1\n.*no .* for you/s);
    expect(foundIn(stderr)).toEqual([]);
  });
});
