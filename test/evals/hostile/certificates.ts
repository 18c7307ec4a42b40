/** Certificates that are right but for one thing, of an authority that this process trusts. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  readonly host?: string;
  /** Days from today. */
  readonly from?: number;
  readonly to?: number;
}

/** Its own authority. */
export function certificate(options: CertificateOptions = {}): Promise<Certificate> {
  return make(options);
}

/** Of the trusted authority. */
export async function trusted(options: CertificateOptions = {}): Promise<Certificate> {
  authority ??= makeAuthority();
  const { cert, key } = await authority;
  return make(options, { cert, key });
}

let authority: Promise<Certificate> | undefined;

async function makeAuthority(): Promise<Certificate> {
  const made = await make({ host: 'authority.example' }, undefined, true);
  setDefaultCACertificates([...getCACertificates('default'), made.cert]);
  return made;
}

const DAY_MS = 86_400_000;

async function make(
  { host = '127.0.0.1', from = -1, to = 30 }: CertificateOptions,
  ca?: Certificate,
  isAuthority = false,
): Promise<Certificate> {
  const now = Date.now();
  const name = host === '127.0.0.1' ? { type: 7 as const, ip: host } : { type: 2 as const, value: host };
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now + from * DAY_MS),
    notAfterDate: new Date(now + to * DAY_MS),
    ...(ca === undefined ? {} : { ca }),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      { name: 'subjectAltName', altNames: [name] },
    ],
  });
  return { cert, key };
}
