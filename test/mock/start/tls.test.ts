import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';
import { readIdentity, selfSigned } from '../../../mock/start/tls.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { plantStoreSpec } from '../support.ts';

const DAY_MS = 86_400_000;

/** The status of a POST without credentials, from a client that trusts only `ca`. */
async function statusOver(url: string, ca: string): Promise<number> {
  const dispatcher = new Agent({ connect: { ca } });
  onTestFinished(() => dispatcher.close());
  const { statusCode, body } = await request(`${url}/plants`, { method: 'POST', dispatcher });
  await body.dump();
  return statusCode;
}

/** The paths of files with these texts. */
async function filesWith(cert: string, key: string): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { cert: path.join(folder, 'store.pem'), key: path.join(folder, 'store.key') };
  await Promise.all([writeFile(files.cert, cert), writeFile(files.key, key)]);
  return files;
}

async function certificateFrom(days: number, until: number) {
  const [from, to] = [days, until].map((day) => new Date(Date.now() + day * DAY_MS));
  const validity = { ...(from && { notBeforeDate: from }), ...(to && { notAfterDate: to }) };
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'x' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validity,
  });
  return { cert, key };
}

describe('HTTPS', () => {
  it('is served with a certificate generated for this run, which a client can trust', async () => {
    const mock = await startMock({ tls: true, spec: plantStoreSpec });
    onTestFinished(() => mock.close());
    expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await statusOver(mock.url, mock.certificate ?? '')).toBe(401);
    expect(await statusOver(mock.url.replace('127.0.0.1', 'localhost'), mock.certificate ?? '')).toBe(401);
    await expect(fetch(mock.url)).rejects.toThrow();
  });

  it('is served with a certificate and key of the user', async () => {
    const { cert, key } = await selfSigned('127.0.0.1');
    const mock = await startMock({ tls: { cert, key }, spec: plantStoreSpec });
    onTestFinished(() => mock.close());
    expect(mock.certificate).toBeUndefined();
    expect(await statusOver(mock.url, cert)).toBe(401);
  });

  it('ends within a second despite an idle connection', async () => {
    const mock = await startMock({ tls: true, spec: plantStoreSpec });
    const { hostname, port } = new URL(mock.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
  });
});

describe('a certificate generated for this run', () => {
  it('contains this machine and the host, and is valid now and for weeks', async () => {
    const { cert, fingerprint } = await selfSigned('store.test');
    const read = new X509Certificate(cert);
    expect(read.fingerprint256).toBe(fingerprint);
    for (const name of ['localhost', 'store.test']) expect(read.checkHost(name)).toBe(name);
    for (const address of ['127.0.0.1', '::1']) expect(read.checkIP(address)).toBe(address);
    expect(read.checkHost('example.com')).toBeUndefined();
    expect(read.validToDate.getTime()).toBeGreaterThan(Date.now() + 20 * DAY_MS);
    expect(read.validFromDate.getTime()).toBeLessThan(Date.now());
    expect(read.ca).toBe(false);
  });

  it('does not contain the wildcard address', async () => {
    const { cert } = await selfSigned('0.0.0.0');
    expect(new X509Certificate(cert).subjectAltName).not.toContain('0.0.0.0');
  });
});

describe('certificate and key of the user', () => {
  it('are read from files', async () => {
    const { cert, key } = await selfSigned('127.0.0.1');
    expect(await readIdentity(await filesWith(cert, key))).toEqual({ cert, key });
  });

  it.each([
    ['another key', async () => [(await selfSigned('x')).cert, (await selfSigned('x')).key], 'the key of --tls-cert'],
    ['an expired certificate', async () => Object.values(await certificateFrom(-9, -2)), 'got one that expired on 20'],
    [
      'a certificate that is not yet valid',
      async () => Object.values(await certificateFrom(2, 9)),
      'got one that is valid from 20',
    ],
    [
      'a key instead of the certificate',
      async () => Array(2).fill((await selfSigned('x')).key),
      'store.pem: expected a certificate in PEM, got a "PRIVATE KEY"',
    ],
    [
      'a certificate instead of the key',
      async () => Array(2).fill((await selfSigned('x')).cert),
      'store.key: expected a private key in PEM without a passphrase, got a "CERTIFICATE"',
    ],
    ['no PEM', async () => ['hello', 's3cret'], 'expected a certificate in PEM, got no PEM'],
  ])('are rejected at the start: %s', async (_name, make, reported) => {
    const [cert = '', key = ''] = await make();
    const files = await filesWith(cert, key);
    const failure = await readIdentity(files).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'tls-unusable', detail: expect.stringContaining(reported) });
    expect(failure).toMatchObject({ detail: expect.stringMatching(/^--tls-(?:cert|key) /) });
    expect(String(failure)).not.toMatch(/s3cret|BEGIN/);
  });

  it('are rejected by name if a file does not exist', async () => {
    await expect(readIdentity({ cert: 'no.pem', key: 'no.key' })).rejects.toMatchObject({
      detail: '--tls-cert no.pem: expected a readable file, got none',
    });
  });
});
