/** What the kit makes up where nobody gave it: once for all processes that act as one store. */
import { controlTokenFor, randomToken } from '../control/access-control.ts';
import type { MockOptions } from './mock-options.ts';
import type { Certificate } from './tls.ts';

export interface GeneratedCredentials {
  /** Given or made up; undefined where the control API asks for none. */
  readonly controlToken: string | undefined;
  /** For pages alone, where their responses may run scripts. */
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

/** Imported when asked for: making certificates takes a large library. */
async function generateCertificate(host: string): Promise<Certificate> {
  const { selfSigned } = await import('./tls.ts');
  return selfSigned(host);
}
