/** Runs over TLS: client certificates, own authorities, and certificates that are not verified. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../../contracts/conformance/transport/sender.ts';
import { noHttpError } from '../../../contracts/conformance/transport/transport-failure.ts';
import type { TlsSettings } from '../../../contracts/options/connection-settings.ts';
import { readTls, type TlsOptions } from '../../../contracts/options/tls-settings.ts';
import { fileOf } from '../../pact/support.ts';
import { startTestServer } from '../test-server.ts';
import { createCertificates } from './certificates.ts';

const passphrase = 'Ps7vLq3 nWx';
const certificates = await createCertificates(passphrase);
const { cert, key, encryptedKey, ca } = certificates.files;

async function startServer(requiresClient: boolean): Promise<string> {
  const server = certificates.createServer((_request, response) => void response.end('ok'), requiresClient);
  return (await startTestServer(server, onTestFinished)).replace('http:', 'https:');
}

async function outcomeOf(url: string, tls: TlsSettings | undefined, delivery: 'whole' | 'expecting 100' = 'whole') {
  const sender = createSender({ origin: url, connections: 1, timeoutMs: 20_000, connection: { tls, headers: [] } });
  try {
    const body = delivery === 'whole' ? undefined : Buffer.from('{}');
    const { outcome } = await sender.send({ method: 'POST', url: `${url}/`, headers: [], body, delivery });
    return outcome.kind === 'response' ? outcome.response.status : outcome.failure.reason;
  } finally {
    await sender.close();
  }
}

describe('a client certificate', () => {
  test.each([
    ['with its key', { cert, key, ca }],
    ['with an encrypted key', { cert, key: encryptedKey, ca, passphrase }],
    ['and an implementation that is not verified', { cert, key, insecure: true }],
  ])('%s opens a connection', async (_what, options: TlsOptions) => {
    const url = await startServer(true);
    expect(await outcomeOf(url, readTls(options))).toBe(200);
    expect(await outcomeOf(url, readTls(options), 'expecting 100')).toBe(200);
  });

  test('is missing', async () => {
    expect(await outcomeOf(await startServer(true), readTls({ ca }))).not.toBe(200);
  });

  test('is suggested where an encrypted connection was made, and no request got a response', () => {
    const fixFor = (url: string) => noHttpError(url, 'the connection was closed').fix;
    expect(fixFor('https://127.0.0.1:8443')).toContain('--cert');
    expect(fixFor('http://127.0.0.1:8080')).not.toContain('--cert');
  });
});

test('a private authority is trusted when it is given', async () => {
  const url = await startServer(false);
  expect(await outcomeOf(url, undefined)).toMatch(/no TLS connection: .*self.signed/);
  expect(await outcomeOf(url, readTls({ ca }))).toBe(200);
  expect(await outcomeOf(url, readTls({ insecure: true }))).toBe(200);
});

test.each([
  [{ key }, '--key has no effect without --cert'],
  [{ cert: '/no/such.pem' }, '--cert /no/such.pem: cannot be read (ENOENT)'],
  [{ cert: fileOf('no PEM', 'text.pem'), key }, /expected a certificate and its key in PEM/],
  [{ cert: ca, key }, /expected a certificate and its key in PEM .*mismatch/],
  [{ cert, key: encryptedKey, passphrase: 'wrong' }, /expected a certificate and its key in PEM/],
  [{ ca: fileOf('no PEM', 'text.pem') }, /text.pem: expected certificates in PEM/],
])('unusable files are an error: %#', (options: TlsOptions, message) => {
  expect(() => readTls(options)).toThrow(message);
});
