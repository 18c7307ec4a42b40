import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request as requestHttp } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ProviderResult } from '../../../contracts/pact/provider/verify-provider.ts';
import { variants } from '../../evals/zoo/index.ts';
import { UNUSED_URL } from '../../free-port.ts';
import {
  changedPact,
  committedPact,
  contract,
  fileOf,
  kitErrorOf,
  startHttpServer,
  startHttpServerWith,
  temporaryFolder,
  verifyFiles,
  zooStore,
} from '../support.ts';

const token = 'the-token';

function verify(baseUrl: string, options: Partial<Parameters<typeof verifyFiles>[0]> = {}): Promise<ProviderResult> {
  return verifyFiles({
    baseUrl,
    token,
    pactFiles: [committedPact],
    contract,
    timeoutMs: 60_000,
    ...options,
  });
}

function failures(result: ProviderResult): readonly string[] {
  return result.interactions.flatMap(({ mismatches, violations }) => [
    ...mismatches.map(({ message }) => message),
    ...violations.map(
      ({ check, violation }) => `${check.id}: received ${violation.received}; the contract says ${violation.expected}`,
    ),
  ]);
}

function textOf(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString('utf8');
}

describe('a conforming implementation', () => {
  test('passes, and every interaction has its exchange', async () => {
    const result = await verify(await zooStore('right-store', token));
    expect(failures(result)).toEqual([]);
    expect(result.ok).toBe(true);
    expect(result.interactions.map(({ status }) => status)).toEqual(Array(7).fill('passed'));
    expect(result.interactions.map(({ exchange }) => exchange?.request.method)).toEqual(Array(7).fill('POST'));
    expect(result.interactions.map(({ operation }) => operation)).toEqual(Array(7).fill('createPlant'));
  });

  test('passes a second time, because no id is sent twice', async () => {
    const url = await zooStore('right-store', token);
    const runs = [await verify(url), await verify(url)];
    const bodies = runs.flatMap(({ interactions }) =>
      interactions.map(({ exchange }) => textOf(exchange?.request.body)),
    );
    const accepted = bodies.filter((body) => body?.includes('9223372036854775808') !== true);
    expect(new Set(accepted).size).toBe(12);
    expect(runs.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('receives the exact id beyond 2^53', async () => {
    const result = await verify(await zooStore('right-store', token));
    const body = textOf(result.interactions[1]?.exchange?.request.body);
    expect(body).toMatch(/^\{"id":46\d{17},"name":"Giant sequoia","tag":"tree"\}$/);
    expect(String(Number(/\d+/.exec(body)?.[0]))).not.toBe(/\d+/.exec(body)?.[0]);
  });

  // One in four of each kind of unusual behaviour: each starts the native verifier.
  test.each(variants.filter(({ kind }) => kind === 'right').filter((_, index) => index % 4 === 0))(
    '$name has no findings',
    async ({ name }) => {
      expect(failures(await verify(await zooStore(name, token)))).toEqual([]);
    },
  );

  test('notes that the contract does not specify the 401, and does not check it', async () => {
    const result = await verify(await zooStore('right-store', token));
    const silent = 'createPlant: received 401; the contract does not specify how credentials are rejected';
    expect(result.interactions.flatMap((one) => one.notes)).toEqual([silent, silent]);
  });
});

describe('a faulty implementation', () => {
  test.each([
    ['lowers-name', 'body $.name: received "boston fern"; the pact expects "Boston fern"'],
    ['returns-201', 'status: received 201; the pact expects 200'],
    ['returns-201', 'status-declared: received status 201; the contract says a declared status: 200, 400'],
    ['returns-303', 'status: received 303; the pact expects 200'],
    ['returns-code-as-text', 'body $.error: received "400"; the pact expects an integer'],
    [
      'returns-code-beyond-int32',
      expect.stringMatching(
        /^body-matches-schema: received integer \d+; the contract says body\.error: an integer from -2147483648 to 2147483647/,
      ),
    ],
    ['fails-on-missing-tag', 'status: received 500; the pact expects 200'],
    ['rejects-id-beyond-double', 'status: received 400; the pact expects 200'],
    ['takes-id-beyond-int64', 'status: received 200; the pact expects 400'],
    ['takes-missing-credentials', 'status: received 200; the pact expects 400, 401, 403'],
    [
      'takes-missing-credentials',
      'unauthorized-rejected: received status 200; the contract says 401, 403 or a declared client error',
    ],
    [
      'says-text',
      'media-type-declared: received Content-Type "text/plain; charset=utf-8"; the contract says application/json',
    ],
    ['returns-cut-json', expect.stringMatching(/^body-is-json: received .*; the contract says /)],
    ['returns-byte-order-mark', expect.stringMatching(/^body-is-json: received /)],
    [
      'breaks-off',
      'call: received no response (the connection was closed without a response); the pact expects status 200',
    ],
    ['returns-no-http', expect.stringMatching(/^call: received no response \(Parse Error/)],
  ])('%s is reported: %s', async (name, message) => {
    const result = await verify(await zooStore(name, token));
    expect(result.ok).toBe(false);
    expect(failures(result)).toContainEqual(message);
  });

  test('that violates only the contract fails too, although the consumer would not notice', async () => {
    const result = await verify(await zooStore('returns-code-beyond-int32', token));
    const failed = result.interactions.filter(({ status }) => status === 'failed');
    expect(failed.map(({ mismatches, violations }) => [mismatches, violations.map(({ check }) => check.id)])).toEqual([
      [[], ['body-matches-schema']],
    ]);
    expect(result.output).not.toContain('FAILED');
  });

  test('that hangs is reported within the time limits', async () => {
    const result = await verify(await startHttpServer(() => {}), { timeoutMs: 200 });
    expect(result.interactions.map(({ status }) => status)).toEqual(result.interactions.map(() => 'failed'));
    expect(failures(result)[0]).toBe(
      'call: received no response (no complete response within 200 ms); the pact expects status 200',
    );
  });

  test('has findings that point to the contract and the pact', async () => {
    const result = await verify(await zooStore('returns-code-beyond-int32', token));
    const [finding] = result.interactions.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({
      check: 'body-matches-schema',
      severity: 'error',
      subject: 'createPlant',
      lineText: 'format: int32',
      place: { pointer: '/components/schemas/Error/properties/error/format' },
      otherPlace: { file: committedPact, pointer: expect.stringMatching(/^\/interactions\/\d$/) },
      brokenPacts: [{ consumer: 'plant-store-client', messages: [] }],
      evidence: {
        response: { status: 400 },
        curl: expect.stringContaining('curl '),
        replay: expect.stringContaining('--only '),
      },
    });
  });

  test('that is unreachable is inconclusive', async () => {
    const error = await kitErrorOf(verify(UNUSED_URL));
    expect(error).toMatchObject({
      code: 'target-unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('the requests', () => {
  test('keep numbers that JSON.parse would change', async () => {
    const bodies: string[] = [];
    const url = await startHttpServer((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString('utf8')));
      request.on('end', () => response.writeHead(200).end());
    });
    const pact = exactPact('{"a": 1.0, "b": 9007199254740993, "c": "\\u00e9"}');
    await verify(url, { pactFiles: [pact] });
    expect(new Set(bodies)).toEqual(new Set(['{"a":1.0,"b":9007199254740993,"c":"é"}']));
  });

  test('are sent below a base path', async () => {
    const store = new URL(await zooStore('right-store', token));
    const url = await startHttpServer((request, response) => {
      const { port } = store;
      const target = (request.url ?? '').replace(/^\/api\/v1/, '');
      const onward = requestHttp({
        port,
        host: '127.0.0.1',
        method: request.method,
        path: target,
        headers: request.headers,
      });
      onward.on('response', (received) => {
        response.writeHead(received.statusCode ?? 0, received.rawHeaders);
        received.pipe(response);
      });
      if (target === request.url) response.writeHead(404).end();
      else request.pipe(onward);
    });
    expect(failures(await verify(`${url}/api/v1/`))).toEqual([]);
  });

  test('work with a trusted https certificate, and report an untrusted one', async () => {
    const { key, cert } = selfSigned();
    const store = await zooStore('right-store', token);
    const server = createSecureServer({ key, cert }, (request, response) => {
      const onward = requestHttp(`${store}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      onward.on('response', (received) => {
        response.writeHead(received.statusCode ?? 0, received.rawHeaders);
        received.pipe(response);
      });
      request.pipe(onward);
    });
    const url = await startHttpServerWith(server, 'https', '127.0.0.1');
    expect(failures(await verify(url, { ca: cert }))).toEqual([]);
    expect(await kitErrorOf(verify(url))).toMatchObject({
      code: 'target-unreachable',
      detail: expect.stringContaining('self-signed'),
      fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  test.runIf(hasIpv6())('reach an IPv6 address', async () => {
    const store = await zooStore('right-store', token);
    const server = createServer((request, response) => {
      const onward = requestHttp(`${store}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      onward.on('response', (received) => {
        response.writeHead(received.statusCode ?? 0, received.rawHeaders);
        received.pipe(response);
      });
      request.pipe(onward);
    });
    expect(failures(await verify(await startHttpServerWith(server, 'http', '::1')))).toEqual([]);
  });

  test('can have compressed responses', async () => {
    const url = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"name":5}'));
    });
    expect(failures(await verify(url))).toContain(
      'body-matches-schema: received integer 5; the contract says body.name: string',
    );
  });

  test('never follow a redirect', async () => {
    const visits: (string | undefined)[] = [];
    const elsewhere = await startHttpServer((request, response) => {
      visits.push(request.url);
      response.end();
    });
    const url = await startHttpServer((_request, response) => response.writeHead(307, { location: elsewhere }).end());
    expect(failures(await verify(url))).toContain('status: received 307; the pact expects 200');
    expect(visits).toEqual([]);
  });
});

/** One interaction that sends this body, in the format of Pact version 3. */
function exactPact(body: string): string {
  return fileOf(`{"consumer":{"name":"c"},"provider":{"name":"p"},"metadata":{"pactSpecification":{"version":"3.0.0"}},
    "interactions":[{"description":"exact","request":{"method":"POST","path":"/plants",
    "headers":{"Content-Type":"application/json"},"body":${body}},"response":{"status":200}}]}`);
}

function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = temporaryFolder();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...files, ...subject],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1');
}

test('a change of the pact changes the verdict', async () => {
  const pact = changedPact([[['interactions', 0, 'response', 'body', 'content', 'name'], 'Another name']]);
  const result = await verify(await zooStore('right-store', token), { pactFiles: [pact] });
  expect(failures(result)).toEqual(['body $.name: received "Boston fern"; the pact expects "Another name"']);
});
