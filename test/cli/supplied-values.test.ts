/** The values of plant-store.yaml in a whole run: what is missing is named, and secrets are in no output. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { readBody, startTestServer } from '../conformance/test-server.ts';
import { temporaryFolder } from '../pact/support.ts';
import { runInThread } from './run-in-thread.ts';
import { commandEnvironment } from './support.ts';

const PASSWORD = 'Qz7wVbN3kRtY8mPxLdFhJ2sG';
const folder = temporaryFolder();
const inFolder = (name: string) => path.join(folder, name);

const text = { type: 'string' };
const error = { description: 'Error' };
const ok = { description: 'OK', content: { 'application/json': { schema: { type: 'object', required: ['ok'] } } } };
const login = { type: 'object', required: ['user', 'password'], properties: { user: text, password: text } };

beforeAll(() => {
  writeFileSync(
    inFolder('openapi.json'),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Accounts', version: '1' },
      paths: {
        '/status': { get: { operationId: 'getStatus', responses: { 200: ok } } },
        '/admin': { get: { operationId: 'neverCallThis', responses: { 200: ok } } },
        '/sessions': {
          post: {
            operationId: 'logIn',
            requestBody: { required: true, content: { 'application/json': { schema: login } } },
            responses: { 200: ok, 400: error, 422: error },
          },
        },
        '/accounts/{accountNo}': {
          parameters: [{ name: 'accountNo', in: 'path', required: true, schema: text }],
          get: { operationId: 'getAccount', responses: { 200: ok, 404: error } },
        },
      },
    }),
  );
});

/** Returns everything that it receives. */
async function start(requests: string[] = []): Promise<string> {
  const server = createServer(async (request, response) => {
    const sent = (await readBody(request)).toString();
    requests.push(`${request.method} ${request.url}`);
    const isKnown = ['/status', '/admin', '/accounts/A-1'].includes(request.url ?? '') || sent.includes(PASSWORD);
    const status = isKnown ? 200 : request.method === 'POST' ? 422 : 404;
    // The response of the login does not conform, so that there is a finding about it.
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ sent, ok: 1 }));
  });
  return startTestServer(server, onTestFinished);
}

/** One report is a folder of files. */
function textsOf(file: string): readonly string[] {
  if (!statSync(file).isDirectory()) return [readFileSync(file, 'utf8')];
  return readdirSync(file).map((name) => readFileSync(path.join(file, name), 'utf8'));
}

async function verify(settings: string, requests: string[] = []) {
  const config = inFolder('settings.yaml');
  writeFileSync(config, `spec: openapi.json\ntarget: ${await start(requests)}\n${settings}`);
  const files = Object.fromEntries(reportFormats.map((format) => [format, inFolder(`report.${format}`)]));
  const reports = Object.entries(files).flatMap(([format, file]) => ['--report', `${format}=${file}`]);
  const categories = ['valid-bodies', 'wrong-types', 'missing-properties'].flatMap((name) => ['--only', name]);
  const env = { ...commandEnvironment(undefined), PASSWORD };
  const result = await runInThread(['verify', '--config', config, ...categories, ...reports], env);
  return { ...result, files };
}

test('a run ends with a snippet of the values that are missing, and sends nothing that is excluded', async () => {
  const requests: string[] = [];
  const { stdout, stderr, files } = await verify('exclude: [neverCallThis]\n', requests);
  expect(stderr).toContain(`settings: ${inFolder('settings.yaml')}`);
  expect(stdout).toContain('2 things to supply, so that more can be tested; in plant-store.yaml:');
  expect(stdout).toMatch(/getAccount:\n +parameters:\n +accountNo: # GET \/accounts\/\{accountNo\}: 404\n/);
  expect(stdout).toMatch(/logIn:\n +body: \{"user":"[^"]*","password":"[^"]*"\} # POST \/sessions: 422\n/);
  expect(requests.filter((one) => one.includes('/admin'))).toEqual([]);
  expect(readFileSync(files['html'] ?? '', 'utf8')).toContain('2 things to supply');
  const report = JSON.parse(readFileSync(files['json'] ?? '', 'utf8'));
  expect(report.stages[0].run.missingValues).toMatchObject([
    { operation: 'logIn', kind: 'body' },
    { operation: 'getAccount', kind: 'parameter', name: 'accountNo' },
  ]);
});

test('with them everything is tested, and no output shows a secret one', async () => {
  const values = [
    'values:',
    '  parameters: { accountNo: A-1 }',
    `  operations: { logIn: { body: { user: ann, password: "\${PASSWORD}" } } }`,
  ].join('\n');
  const { exitCode, stdout, stderr, files } = await verify(values);
  const texts = [stdout, stderr, ...Object.values(files).flatMap(textsOf)];
  expect(exitCode).toBe(1);
  expect(stdout).not.toContain('to supply');
  expect(stdout).toContain('logIn');
  for (const shown of texts) expect(shown).not.toContain(PASSWORD);
  const { findings } = JSON.parse(readFileSync(files.json ?? '', 'utf8')).stages[0];
  expect(findings).toContainEqual(
    expect.objectContaining({
      evidence: expect.objectContaining({
        curl: expect.stringContaining('"$PASSWORD"'),
        curlLimitations: '$PASSWORD stands for a value that was supplied',
      }),
    }),
  );
});

test('the command that repeats a case reads the same settings', async () => {
  const values = `values:\n  operations:\n    logIn:\n      body: { user: anna, password: "\${PASSWORD}" }\n`;
  const { files } = await verify(values);
  const report = JSON.parse(readFileSync(files.json ?? '', 'utf8'));
  const replays: string[] = report.stages[0].findings.map(
    (one: { evidence: { replay: string } }) => one.evidence.replay,
  );
  expect(replays).not.toEqual([]);
  expect(replays.filter((one) => !one.endsWith(` --config ${inFolder('settings.yaml')}`))).toEqual([]);
});
