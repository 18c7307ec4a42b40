import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { relativeCpuTime } from '../cpu-time.ts';
import {
  createPlant,
  errorMessage,
  gardenSpec,
  member,
  parseStatus,
  plantStoreSpec,
  send,
  sendRaw,
  startMockOf,
} from './support.ts';

/** The defects of Prism 5.16 by letter, each with the test of our behaviour and its file. */
const defects: Readonly<Record<string, readonly [file: string, title: string]>> = {
  A: ['prism-defects', 'broken JSON immediately gets the declared error'],
  B: ['prism-defects', 'an invalid percent-encoding in a templated path gets a 400, and the mock keeps running'],
  C: ['prism-defects', 'an invalid multipart body gets a 400, and the mock keeps running'],
  D: ['prism-defects', 'a schema that cannot be compiled stops the start with its location'],
  E: ['prism-defects', 'integers are exact to the limits of int64, in requests and responses'],
  F: [
    'prism-defects',
    'a scheme in any case, a password with colons, and a cookie of exactly the declared name are accepted',
  ],
  G: ['prism-defects', 'the options under x-json-schema-faker apply to their own contract only'],
  H: ['prism-defects', 'a seed gives the same values, including x-faker, and does not affect later responses'],
  I: ['prism-defects', 'no package of the kit sends telemetry'],
  J: ['prism-defects', 'a callback is never called'],
  K: ['prism-defects', 'an invalid body gets the violation in the declared error'],
  L: ['prism-defects', 'a valid create gets its values back'],
  M: ['prism-defects', 'an undeclared method gets the declared ones, and HEAD works if GET does'],
  N: ['prism-defects', 'any status can be requested, and an unknown example is rejected'],
  O: ['start/watch-documents', 'keeps the contract when an edit breaks it, reports the reason with file and line'],
  P: ['access', 'are found below the base path of the server and without it'],
  Q: ['prism-defects', 'the body limit is an option'],
  R: ['prism-defects', 'Prism is not loaded before a response needs it'],
};

describe('the defects of Prism', () => {
  it('are each covered by a test', () => {
    expect(Object.keys(defects).join('')).toBe('ABCDEFGHIJKLMNOPQR');
  });

  it.each(Object.entries(defects))('%s is covered by an existing test', (_letter, [file, title]) => {
    const candidates = [`test/mock/${file}.test.ts`, `test/mock/${file}.ts`];
    const found = candidates.find((one) => existsSync(one));
    expect(found).toBeDefined();
    expect(readFileSync(found ?? '', 'utf8')).toContain(title);
  });
});

const dice = 'test/fixtures/mock/dice.yaml';
const json = { 'Content-Type': 'application/json' };

describe('where Prism fails, the mock does not:', () => {
  it('broken JSON immediately gets the declared error', async () => {
    const mock = await startMockOf(plantStoreSpec);
    for (const body of ['{"id":', '{id:1}', ' \n ', '[1,]', 'nul']) {
      const received = await createPlant(mock, body);
      expect(received.status).toBe(400);
      expect(received.json).toEqual({ error: 1002, message: expect.stringContaining('body: expected JSON') });
    }
  });

  it('an invalid percent-encoding in a templated path gets a 400, and the mock keeps running', async () => {
    const mock = await startMockOf(gardenSpec);
    const received = await sendRaw(mock, 'GET /beds/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\n\r\n', {
      quietMs: 50,
    });
    expect(parseStatus(received)).toBe(400);
    expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
  });

  it('an invalid multipart body gets a 400, and the mock keeps running', async () => {
    const mock = await startMockOf(gardenSpec);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x']) {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body: 'no parts' };
      expect((await send(`${mock.url}/codes`, init)).status).toBe(400);
    }
    expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
  });

  it('a schema that cannot be compiled stops the start with its location', async () => {
    await expect(loadContract('test/fixtures/mock/uncompilable.yaml')).rejects.toMatchObject({
      code: 'schema-uncompilable',
      where: expect.stringContaining('uncompilable.yaml:11'),
    });
  });

  it('integers are exact to the limits of int64, in requests and responses', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const status = async (id: string) => (await createPlant(mock, `{"id":${id},"name":"a"}`)).status;
    expect([await status('9223372036854775807'), await status('9223372036854775808')]).toEqual([200, 400]);
    const other = await startMockOf(gardenSpec, { stateless: true });
    const bed = await send(`${other.url}/beds/1`, { headers: { 'X-Garden-Key': other.token } });
    expect(bed.text).toContain('9223372036854775807');
  });

  it('a scheme in any case, a password with colons, and a cookie of exactly the declared name are accepted', async () => {
    const mock = await startMockOf(gardenSpec, { tokens: ['mock:a:b'] });
    const status = async (method: string, headers: Record<string, string>) =>
      (await send(`${mock.url}/beds/1`, { method, headers })).status;
    expect(await status('PUT', { Authorization: `bAsIc ${btoa('mock:a:b')}` })).toBe(200);
    expect(await status('DELETE', { Cookie: 'xsid=mock:a:b' })).toBe(401);
    expect(await status('DELETE', { Cookie: 'xsid=1; sid=mock:a:b' })).toBe(204);
  });

  it('the options under x-json-schema-faker apply to their own contract only', async () => {
    const [mock, other] = [
      await startMockOf(dice, { dynamic: true }),
      await startMockOf(gardenSpec, { dynamic: true }),
    ];
    for (let seed = 0; seed < 20; seed++) {
      const headers = { Prefer: `seed=${seed}`, 'X-Garden-Key': other.token };
      const { json: rolls } = await send(`${mock.url}/rolls`, { headers });
      expect(Object(rolls).length).toBeGreaterThanOrEqual(4);
      expect(Object(rolls).length).toBeLessThanOrEqual(6);
      expect((await send(`${other.url}/beds/1`, { headers })).status).toBe(200);
    }
  });

  it('an invalid option under x-json-schema-faker stops the start', async () => {
    await expect(startMockOf('test/fixtures/mock/loaded-dice.yaml')).rejects.toMatchObject({
      code: 'spec-invalid',
      detail: 'x-json-schema-faker.min-items: expected an integer from 0 to 1000, got "many"',
    });
  });

  it('a seed gives the same values, including x-faker, and does not affect later responses', async () => {
    const mock = await startMockOf(dice, { dynamic: true });
    const player = async (prefer: string) => (await send(`${mock.url}/players`, { headers: { Prefer: prefer } })).text;
    const first = await player('seed=1');
    const [one, two] = [await player(''), await player('')];
    expect(one).not.toBe(two);
    expect(await player('seed=1')).toBe(first);
    expect(await player('seed=2')).not.toBe(first);
  });

  it('no package of the kit sends telemetry', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(packages['node_modules/@scarf/scarf']).toMatchObject({ name: 'colorette' });
    const withScripts = Object.entries<{ hasInstallScript?: boolean }>(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([name]) => name);
    // Of the documentation site: it checks its own binary, and users do not install it.
    expect(withScripts).toEqual(['node_modules/vitepress/node_modules/esbuild']);
    expect(packages[withScripts[0] ?? ''].dev).toBe(true);
    const versions = ['core', 'http', 'http-server', 'cli'].map(
      (name) => packages[`node_modules/@stoplight/prism-${name}`].version,
    );
    expect(versions).toEqual(['5.16.0', '5.16.0', '5.16.0', '5.16.0']);
  });

  it('no unrequested connection is opened', async () => {
    const opened = 'opens a connection';
    const other = await watched(['-e', "fetch('http://127.0.0.1:65533').catch(() => undefined)"]);
    await expect.poll(other.err).toContain(opened);
    const mock = await watched(['cli/main.ts', 'mock', '--port', '0', '--no-auth', '--dynamic']);
    await expect.poll(mock.out).toContain('\ntry ');
    const url = /listening on (\S+)/.exec(mock.out())?.[1] ?? '';
    const init = { method: 'POST', headers: json, body: '{"id":7,"name":"a"}' };
    expect((await send(`${url}/plants`, init)).status).toBe(200);
    await expect.poll(mock.err).toContain('POST /plants 200');
    expect(mock.err()).not.toContain(opened);
  });

  it('a callback is never called', async () => {
    const requestedUrls: string[] = [];
    const listener = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void listener.close());
    const address = listener.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/heard`;
    const mock = await startMockOf('test/fixtures/mock/subscriptions.yaml');
    const body = JSON.stringify({ callbackUrl: url });
    const received = await send(`${mock.url}/subscriptions`, { method: 'POST', headers: json, body });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([received.status, requestedUrls]).toEqual([201, []]);
  });

  it('an invalid body gets the violation in the declared error', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await createPlant(mock, '{"id":"7","name":"a"}')).json).toEqual({
      error: 1102,
      message: 'body.id: expected integer, got string "7"',
    });
  });

  it('a valid create gets its values back', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const received = await createPlant(mock, '{"id":7,"name":"Lady fern","tag":"shade"}');
    expect(received.json).toEqual({ name: 'Lady fern', tag: 'shade' });
  });

  it('an undeclared method gets the declared ones, and HEAD works if GET does', async () => {
    const mock = await startMockOf(gardenSpec);
    const wrong = await send(`${mock.url}/silent`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await send(`${mock.url}/beds/mine`, { method: 'HEAD' })).status).toBe(200);
  });

  it('any status can be requested, and an unknown example is rejected', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const prefer = (preference: string) => createPlant(mock, '{"id":7,"name":"a"}', { Prefer: preference });
    expect((await prefer('code=503')).status).toBe(503);
    expect(errorMessage(await prefer('example=nope'))).toContain('"tagged", "untagged"');
  });

  it('the body limit is an option', async () => {
    const mock = await startMockOf(plantStoreSpec, { limits: { bodyBytes: 40 } });
    expect((await createPlant(mock, '{"id":7,"name":"a"}')).status).toBe(200);
    const received = await createPlant(mock, `{"id":7,"name":"${'a'.repeat(40)}"}`);
    expect([received.status, member(received.json, 'error')]).toEqual([413, 1005]);
  });
});

describe('other defects of Prism:', () => {
  const modern = 'test/fixtures/mock/modern.yaml';

  it.each([
    ['/pairs', '[1,"a"]', 204],
    ['/pairs', '["a",1]', 400],
    ['/pairs', '[1,"a",2]', 400],
    ['/closed', '{"a":1}', 400],
    ['/closed', '{"a":1,"b":2}', 204],
    ['/closed', '{"c":1}', 400],
    ['/contains', '[1]', 400],
    ['/contains', '[1,2]', 204],
    ['/local', '{"name":"x"}', 204],
    ['/local', '{"list":[{"name":"y"}]}', 204],
    ['/local', '{"list":[{"nome":"y"}]}', 400],
    ['/anything', 'null', 204],
    ['/anything', 'false', 204],
    ['/anything', '0', 204],
    ['/anything', '""', 204],
    ['/anything', '[]', 400],
  ])('POST %s with %s returns %i', async (route, body, status) => {
    const mock = await startMockOf(modern);
    expect((await send(`${mock.url}${route}`, { method: 'POST', headers: json, body })).status).toBe(status);
  });

  it('a recursive schema gives finite dynamic responses', async () => {
    const mock = await startMockOf(dice, { dynamic: true, seed: 3 });
    const received = await send(`${mock.url}/family`);
    const parent = member(received.json, 'parent');
    expect(member(parent, 'sides')).toBeTypeOf('number');
    expect(member(parent, 'parent')).toBeUndefined();
    expect(mock.lines.join()).not.toContain('no sample');
  });

  it('a writeOnly property is not generated for a response', async () => {
    for (const dynamic of [true, false]) {
      const mock = await startMockOf(dice, { dynamic });
      expect((await send(`${mock.url}/family`)).text).not.toContain('secret');
    }
  });

  it.each(['allOf', 'anyOf'])('forty levels of doubled %s neither block nor stop the mock', async (keyword) => {
    const cpuTime = await relativeCpuTime(async () => {
      const mock = await startMockOf(await webOf(keyword));
      expect((await send(`${mock.url}/web`, { headers: { Prefer: 'dynamic=true' } })).status).toBe(200);
      expect((await send(`${mock.url}/web`)).json).toEqual({ a: 'Tasty contrail' });
    });
    expect(cpuTime).toBeLessThan(50);
  });

  it('Prism is not loaded before a response needs it', async () => {
    const child = spawn(process.execPath, ['test/fixtures/mock/loaded-modules.ts']);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
    expect(out).toBe('401 false\n200 false\n200 true\n');
  });
});

/** A process that logs on stderr the connections that it opens. */
async function watched(args: readonly string[]) {
  const preload = ['--import', './test/fixtures/mock/report-connections.ts'];
  const child = spawn(process.execPath, [...preload, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return { out: () => out, err: () => err };
}

/** Each level references the next one twice: expanded, it has 2^40 leaves. */
async function webOf(keyword: string): Promise<string> {
  const levels = Array.from({ length: 40 }, (_unused, n) => {
    const next = `{ $ref: '#/components/schemas/L${n + 1}' }`;
    return `    L${n}: { ${keyword}: [${next}, ${next}] }`;
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'web.yaml');
  const schema = "{ $ref: '#/components/schemas/L0' }";
  await writeFile(
    file,
    `openapi: 3.0.3
info: { title: Web, version: 1.0.0 }
paths:
  /web:
    get:
      responses: { '200': { description: It, content: { application/json: { schema: ${schema} } } } }
components:
  schemas:
${levels.join('\n')}
    L40: { type: object, required: [a], properties: { a: { type: string } } }
`,
  );
  return file;
}
