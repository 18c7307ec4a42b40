/** Certificates: those of the user, checked before the server listens, or one generated for this run. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import { KitError } from '../../errors.ts';
import type { TlsIdentity } from '../serve/server-context.ts';

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Certificate extends TlsIdentity {
  /** The SHA-256 fingerprint, as browsers show it: `AB:CD:...`. */
  readonly fingerprint: string;
}

/** Throws `tls-unusable`, naming the file and the option. */
export async function readIdentity(files: TlsFiles): Promise<TlsIdentity> {
  const cert = await readPemFile('--tls-cert', files.cert);
  const key = await readPemFile('--tls-key', files.key);
  return checkIdentity({ cert, key }, { cert: `--tls-cert ${files.cert}`, key: `--tls-key ${files.key}` });
}

/** `names` are the names of the two in messages. Throws `tls-unusable`. */
export function checkIdentity(
  identity: TlsIdentity,
  names: TlsFiles = { cert: 'tls.cert', key: 'tls.key' },
): TlsIdentity {
  const certificate = parseCertificate(identity.cert, names.cert);
  const key = parsePrivateKey(identity.key, names.key);
  if (!certificate.checkPrivateKey(key))
    throw tlsUnusable(`${names.key}: expected the key of ${names.cert}, got another key`);
  assertCurrentlyValid(certificate, names.cert);
  try {
    createSecureContext({ ...identity });
  } catch (error) {
    throw tlsUnusable(`${names.cert}: expected a certificate that TLS can use, got ${failureReason(error)}`, error);
  }
  return identity;
}

/** Valid for 30 days for loopback names and `host`; not stored. */
export async function selfSigned(host: string): Promise<Certificate> {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((name) => !isWildcard(name));
  const now = Date.now();
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'plant-store mock' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Otherwise a client whose clock is slow, in a container or a phone, would reject it as not yet valid.
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + 30 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map(altName) },
    ],
  });
  return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 };
}

const DAY_MS = 86_400_000;

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function altName(name: string) {
  return isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name };
}

async function readPemFile(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw tlsUnusable(`${option} ${file}: expected a readable file, got ${failureReason(error)}`, error);
  }
}

function parseCertificate(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw tlsUnusable(`${name}: expected a certificate in PEM, got ${describePem(pem)}`, error);
  }
}

function parsePrivateKey(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const received = /ENCRYPTED/.test(pem) ? 'an encrypted key' : describePem(pem);
    throw tlsUnusable(`${name}: expected a private key in PEM without a passphrase, got ${received}`, error);
  }
}

/** Never includes the text itself, which may be a key. */
function describePem(pem: string): string {
  const [, kind] = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(pem) ?? [];
  return kind === undefined ? 'no PEM' : `a "${kind}" that cannot be parsed`;
}

function assertCurrentlyValid({ validFromDate, validToDate }: X509Certificate, name: string): void {
  const now = Date.now();
  if (validToDate.getTime() < now)
    throw tlsUnusable(`${name}: expected a valid certificate, got one that expired on ${formatDay(validToDate)}`);
  if (validFromDate.getTime() > now)
    throw tlsUnusable(`${name}: expected a valid certificate, got one that is valid from ${formatDay(validFromDate)}`);
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOENT' ? 'none' : error.message;
}

function tlsUnusable(detail: string, cause?: unknown): KitError {
  return new KitError('tls-unusable', detail, { cause });
}
