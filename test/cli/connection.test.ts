/** Certificates and headers from the command line: printed commands work with them, and no output shows a secret. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reportFormats } from '../../contracts/render/write-reports.ts';
import { createCertificates } from '../conformance/connection/certificates.ts';
import { startProxy } from '../conformance/connection/proxy-server.ts';
import { readBody, startTestServer } from '../conformance/test-server.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { runInThread } from './run-in-thread.ts';
import { commandEnvironment, run } from './support.ts';

const secrets = { key: 'Hd3kk9zQm7Vv2Lp', cookie: 'Ck4vv7XpRt8nQw', passphrase: "Ps7vLq3nWx'$a" } as const;

const environment = {
  PLANT_STORE_HEADERS: `X-Gateway: ${secrets.key}\nCookie: gate=${secrets.cookie}`,
  PLANT_STORE_CERT_PASSPHRASE: secrets.passphrase,
} as const;

const certificates = await createCertificates(secrets.passphrase);
const { cert, encryptedKey: key, ca } = certificates.files;

const spec = fileOf(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A tenant', version: '1' },
    paths: {
      '/tenant': {
        get: {
          operationId: 'getTenant',
          parameters: [{ name: 'part', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } }],
          responses: { 200: { description: 'Its name.', content: { 'text/plain': { schema: { type: 'string' } } } } },
        },
      },
    },
  }),
  'tenant.json',
);

/** Returns the headers that it gets, and fails for one valid value. */
const listener: RequestListener = async (request, response) => {
  await readBody(request);
  const { 'x-gateway': gateway, 'x-tenant': tenant, cookie } = request.headers;
  const isRight = gateway === secrets.key && tenant === 'acme' && cookie === `gate=${secrets.cookie}`;
  const status = isRight ? (request.url?.endsWith('part=b') ? 500 : 200) : 403;
  const allowed = request.method === 'GET' ? status : 405;
  response.writeHead(allowed, { 'content-type': 'text/plain', allow: 'GET', 'x-you-said': `${gateway} ${cookie}` });
  response.end(`${gateway} ${cookie} ${tenant}`);
};

function readFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
}

function foundIn(text: string): readonly string[] {
  const encoded = Object.values(secrets).flatMap((one) => [one, Buffer.from(one).toString('base64').slice(0, -4)]);
  return encoded.filter((one) => text.includes(one));
}

describe('a run with certificates and headers', () => {
  test('prints commands that need them, and no secret', async () => {
    const server = certificates.createServer(listener, true);
    const url = (await startTestServer(server, onTestFinished)).replace('http:', 'https:');
    const options = ['--spec', spec, '--header', 'X-Tenant: acme', '--cert', cert, '--key', key, '--ca', ca];
    const folder = temporaryFolder();
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, format)}`]);
    const env = { ...commandEnvironment(undefined), ...environment };
    const args = ['verify', url, ...options, '--only', 'parameters', '--verbose', ...reports];
    const { exitCode, stdout, stderr } = await runInThread(args, env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    const files = readFiles(folder);
    expect(foundIn([stdout, ...files].join('\n'))).toEqual([]);

    const curl = /^ +curl +(curl .*)$/m.exec(stdout)?.[1] ?? '';
    expect(curl).toContain('"$PLANT_STORE_HEADER_X_GATEWAY"');
    const variables = {
      PLANT_STORE_HEADER_X_GATEWAY: secrets.key,
      PLANT_STORE_HEADER_COOKIE: `gate=${secrets.cookie}`,
    };
    const sent = await run('sh', ['-c', `${curl} -s`], { ...env, ...variables });
    expect(sent.stdout).toMatch(/^HTTP\/1\.1 500 /);

    const replay = /plant-store (replay '.*)$/m.exec(stdout)?.[1] ?? '';
    expect(replay).toContain("--header 'X-Tenant: acme'");
    const words = [...replay.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const replayed = await runInThread(words, env);
    expect([replayed.exitCode, foundIn(`${replayed.stdout}${replayed.stderr}`)]).toEqual([1, []]);
  });

  test('says loudly what is not verified, also in the report', async () => {
    const server = certificates.createServer((_request, response) => void response.end('ok'), false);
    const url = (await startTestServer(server, onTestFinished)).replace('http:', 'https:');
    const file = path.join(temporaryFolder(), 'report.json');
    const args = ['verify', url, '--spec', spec, '--insecure', '--only', 'getTenant', '--budget', '3'];
    const { stderr } = await runInThread([...args, '--report', `json=${file}`], commandEnvironment(undefined));
    expect(stderr).toMatch(/^WARNING: the certificate of the implementation was not verified \(--insecure\)/);
    expect(readFileSync(file, 'utf8')).toContain('the certificate of the implementation was not verified (--insecure)');
  });

  test('is not started with a secret that cannot be used, which is not shown', async () => {
    const { stderr, exitCode } = await runInThread(
      [
        'verify',
        'http://127.0.0.1:1',
        '--header',
        `X-Key ${secrets.key}`,
        '--tokn',
        '--header',
        'X-Key: Hd3kk9zQm7Vv2Lp',
      ],
      commandEnvironment(undefined),
    );
    expect([exitCode, foundIn(stderr)]).toEqual([2, []]);
  });

  test('goes through the proxy of a variable, whose password no output shows', async () => {
    const server = createServer(listener);
    const proxy = await startProxy(await startTestServer(server, onTestFinished), onTestFinished);
    const folder = temporaryFolder();
    const reports = reportFormats.flatMap((format) => ['--report', `${format}=${path.join(folder, format)}`]);
    const variable = proxy.url.replace('//', `//ann:${secrets.cookie}@`);
    const env = { ...commandEnvironment(undefined), ...environment, http_proxy: '', HTTP_PROXY: variable };
    const args = ['verify', 'http://tenant.test', '--spec', spec, '--header', 'X-Tenant: acme', '--only', 'parameters'];
    const { exitCode, stdout } = await runInThread([...args, '--verbose', ...reports], env);
    expect(exitCode).toBe(1);
    expect(proxy.requests[0]).toMatch(new RegExp(`http://tenant\\.test/tenant.* ann:${secrets.cookie}$`));
    const files = readFiles(folder);
    expect(foundIn([stdout, ...files].join('\n'))).toEqual([]);
    expect(files.join('\n')).toContain(`requests were sent through the proxy ${proxy.url} (HTTP_PROXY)`);
    const curl = /^ +curl +(curl .*)$/m.exec(stdout)?.[1] ?? '';
    const variables = {
      PLANT_STORE_HEADER_X_GATEWAY: secrets.key,
      PLANT_STORE_HEADER_COOKIE: `gate=${secrets.cookie}`,
    };
    const sent = await run('sh', ['-c', `${curl} -s`], { ...env, ...variables });
    expect(sent.stdout).toMatch(/^HTTP\/1\.1 500 /);
  });
});
