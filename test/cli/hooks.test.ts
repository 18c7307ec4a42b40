/** `--hooks FILE` in whole commands: its effects are in every report, what it keeps secret is in none. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { readBody, startTestServer } from '../conformance/test-server.ts';
import { freePort } from '../free-port.ts';
import { hooksFile } from '../hooks/hook-files.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { type CommandResult, runInThread } from './run-in-thread.ts';
import { commandEnvironment, spawnPlantStore } from './support.ts';

const secrets = {
  session: 'Ses4kPz8vTq6mHb2xRf',
  body: 'Bdy7wVbN3kRtY8mPxLd',
  signature: 'Sig9kPz8vTq6mHb2x',
} as const;

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const json = { 'application/json': { schema: { type: 'object', required: ['ok'] } } };

const document = fileOf(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    security: [{ user: [] }],
    paths: {
      '/notes': {
        post: {
          operationId: 'addNote',
          requestBody: { required: true, content: { 'application/json': { schema: note } } },
          responses: {
            200: { description: 'Done', content: json },
            400: { description: 'No' },
            401: { description: 'Who' },
          },
        },
      },
    },
    components: { securitySchemes: { user: { type: 'http', scheme: 'bearer' } } },
  }),
  'notes.json',
);

/** Accepts the session alone, and returns everything that it receives, which does not conform. */
async function startNotes(received: string[] = []): Promise<string> {
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-signature': signature = '' } = request.headers;
    const body = (await readBody(request)).toString();
    received.push(`${authorization} ${signature} ${body}`);
    const status = authorization === `Bearer ${secrets.session}` ? 200 : 401;
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Seen': `${authorization} ${signature}` });
    response.end(JSON.stringify({ seen: body, signature }));
  });
  return startTestServer(server, onTestFinished);
}

/** As a program that prints what it receives; the gate starts it. */
async function printingNotes(): Promise<readonly string[]> {
  const port = await freePort();
  const program = hooksFile(
    `import { createServer } from 'node:http';
    createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      console.log(request.headers.authorization, request.headers['x-signature'], body);
      response.writeHead(request.method === 'POST' ? 200 : 405, { 'Content-Type': 'application/json' }).end('{}');
    }).listen(${port}, '127.0.0.1');`,
    'notes.mjs',
  );
  return [`http://127.0.0.1:${port}`, '--start', `${process.execPath} ${program}`];
}

const signing = `
import type { Hooks } from 'plant-store/verify';

let count: number = 0;
export default {
  beforeRequest({ method, body }, { secret }) {
    count++;
    if (method !== 'POST' || !body.startsWith('{')) return { headers: { Authorization: 'Bearer ${secrets.session}' } };
    return {
      headers: { Authorization: 'Bearer ${secrets.session}', 'X-Signature': '${secrets.signature}' + count + 'x' },
      body: JSON.stringify({ ...JSON.parse(body), key: secret('${secrets.body}') }),
    };
  },
  checks: { 'has-version': ({ response }) => (response.headers['x-version'] === undefined ? 'no X-Version' : undefined) },
} satisfies Hooks;
`;

function runCommand(args: readonly string[]): Promise<CommandResult> {
  return runInThread([...args, '--no-config'], {
    ...commandEnvironment(undefined),
    PLANT_STORE_TOKEN: 'Any-5rTq6mHb2xRf',
  });
}

function textsOf(folder: string, ...results: readonly CommandResult[]): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
  return [...written, ...results.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
}

test('every command loads them, reports show the changed requests, and none shows a secret', async () => {
  const [received, folder, file] = [[] as string[], temporaryFolder(), hooksFile(signing)];
  const url = await startNotes(received);
  const common = ['--spec', document, '--hooks', file];
  const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, format)}`]);
  const verified = await runCommand(['verify', url, ...common, '--only', 'valid-bodies', '--verbose', ...reports]);
  const results = [
    verified,
    await runCommand([
      'gate',
      ...(await printingNotes()),
      ...common,
      '--budget',
      '20',
      '--out',
      path.join(folder, 'gate'),
    ]),
    await runCommand(['replay', 'addNote/valid-bodies/full', url, ...common, '--json']),
  ];
  expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  expect(verified.stderr).toBe(`hooks: ${file}\n`);
  expect(verified.stdout).toContain(`--hooks ${file}`);
  expect(verified.stdout).toMatch(
    /the hook beforeRequest changed the header Authorization, the header X-Signature\s+and the body/,
  );
  expect(verified.stdout).toContain('"$PLANT_STORE_HEADER_X_SIGNATURE"');
  expect(verified.stdout).toContain('error[hook-has-version]');
  const text = textsOf(folder, ...results);
  expect(text).toContain('"hook-has-version"');
  expect(readFileSync(path.join(folder, 'gate/implementation.log'), 'utf8')).toContain('$PLANT_STORE_TOKEN');
  expect(received.join('\n')).toContain(secrets.body);
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  expect(JSON.parse(readFileSync(path.join(folder, 'gate/report.json'), 'utf8')).hooks).toEqual({
    hookFile: { file, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    names: ['beforeRequest', 'check has-version'],
  });
});

test('plant-store.yaml names a file, for which the option is instead', async () => {
  const folder = temporaryFolder();
  const inFolder = (name: string) => path.join(folder, name);
  writeFileSync(inFolder('own.mjs'), 'throw new Error("configured");');
  writeFileSync(inFolder('other.mjs'), 'throw new Error("given");');
  writeFileSync(inFolder('plant-store.yaml'), 'hooks: own.mjs\ntarget: http://127.0.0.1:9\n');
  const config = ['verify', '--spec', document, '--config', inFolder('plant-store.yaml')];
  const env = commandEnvironment('Any-5rTq6mHb2xRf');
  const configured = await runInThread(config, env);
  expect([configured.exitCode, configured.stderr]).toEqual([
    2,
    expect.stringMatching(/own\.mjs: Error: configured\n.*own\.mjs:1/s),
  ]);
  const given = await runInThread([...config, '--hooks', inFolder('other.mjs')], env);
  expect(given.stderr).toMatch(/other\.mjs: Error: given/);
});

test('explain says where a check of the user is from', async () => {
  const { exitCode, stdout } = await runInThread(['explain', 'hook-has-version'], commandEnvironment(undefined));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('a check of the hooks file of its run (--hooks)')]);
});

describe('a file that', () => {
  const run = async (text: string, name?: string) => {
    const file = hooksFile(text, name);
    // A package that does not say what its modules are.
    writeFileSync(path.join(path.dirname(file), 'package.json'), '{}');
    const args = [
      'verify',
      await startNotes(),
      '--spec',
      document,
      '--no-config',
      '--profile',
      'smoke',
      '--hooks',
      file,
    ];
    const { exitCode, stderr } = await spawnPlantStore(args);
    return { exitCode, stderr: stderr.replaceAll(file, 'FILE') };
  };

  test.each([
    ['has a syntax error in JavaScript', 'export default {\n  beforeRequest( {\n};\n', 'hooks.mjs', 3, 'SyntaxError: '],
    [
      'has a syntax error in TypeScript',
      'const a: number = 1;\nexport default { a +;\n',
      'hooks.ts',
      2,
      'SyntaxError: ',
    ],
    ['uses what Node cannot remove', 'enum A { B }\nexport default { values: A.B };', 'hooks.ts', 1, 'not supported'],
    [
      'leaves an error to nobody',
      'export default {\n  async beforeRequest() {\n    setImmediate(() => { throw new Error("late"); });\n    await new Promise((done) => setTimeout(done, 100));\n  },\n};\n',
      'hooks.mjs',
      3,
      'Error: late',
    ],
  ])('%s is named with the line, and is no verdict', async (_name, text, file, line, problem) => {
    const { exitCode, stderr } = await run(text, file);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(`\n  at   FILE:${line}\n`);
    expect(stderr).not.toContain('bug');
  });

  test('is in a package without a type is loaded without a warning', async () => {
    const { stderr } = await run('const hooks: object = { beforeRequest() {} };\nexport default hooks;\n');
    expect(stderr).toMatch(/^hooks: FILE\nerror\[credentials-rejected\]/);
  });

  test('ends the process is no pass', async () => {
    const { exitCode } = await run('export default { beforeRequest() { process.exit(0); } };', 'hooks.mjs');
    expect(exitCode).toBe(2);
  });
});
