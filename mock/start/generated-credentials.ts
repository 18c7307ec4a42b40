/** Credentials generated for missing options: once for all processes of one mock server. */
import { controlTokenFor, randomToken } from '../control/access-control.ts';
import type { MockOptions } from './mock-options.ts';
import type { Certificate } from './tls.ts';

export interface GeneratedCredentials {
  /** Configured or generated; undefined if the control API requires none. */
  readonly controlToken: string | undefined;
  /** For pages, if responses may run scripts. */
  readonly pageToken: string;
  /** For `tls: true`. */
  readonly certificate: Certificate | undefined;
}

export async function generateCredentials({
  host = '127.0.0.1',
  tls,
  controlToken,
}: MockOptions): Promise<GeneratedCredentials> {
  return {
    controlToken: controlTokenFor(host, controlToken),
    pageToken: randomToken(),
    certificate: tls === true ? await generateCertificate(host) : undefined,
  };
}

/** Imported on demand, because generating certificates needs a large library. */
async function generateCertificate(host: string): Promise<Certificate> {
  const { selfSigned } = await import('./tls.ts');
  return selfSigned(host);
}
