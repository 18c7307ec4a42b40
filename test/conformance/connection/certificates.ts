/** Certificates for tests: of a server on 127.0.0.1 and of a client, each its own authority. */
import { createPrivateKey } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { generate } from 'selfsigned';
import { selfSigned } from '../../../mock/start/tls.ts';
import { fileOf } from '../../pact/support.ts';

export interface TestCertificates {
  /** Paths of PEM files. */
  readonly files: { readonly cert: string; readonly key: string; readonly encryptedKey: string; readonly ca: string };
  /** A server that accepts only this client; without `requiresClient` any. */
  createServer(listener: RequestListener, requiresClient: boolean): Server;
}

export async function createCertificates(passphrase: string): Promise<TestCertificates> {
  const server = await selfSigned('127.0.0.1');
  const client = await generate([{ name: 'commonName', value: 'a client' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
  });
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  const encrypted = String(createPrivateKey(client.private).export(cipher));
  return {
    files: {
      cert: fileOf(client.cert, 'client.pem'),
      key: fileOf(client.private, 'client-key.pem'),
      encryptedKey: fileOf(encrypted, 'client-key-encrypted.pem'),
      ca: fileOf(server.cert, 'ca.pem'),
    },
    createServer: (listener, requiresClient) =>
      createServer(
        {
          cert: server.cert,
          key: server.key,
          ca: [client.cert],
          requestCert: requiresClient,
          rejectUnauthorized: true,
        },
        listener,
      ),
  };
}
