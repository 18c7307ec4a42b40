/** What the kit makes up where nobody gave it: once for all processes that act as one store. */
import { controlTokenFor, randomToken } from '../control/access.ts';
import type { MockOptions } from './options.ts';
import type { Certificate } from './tls.ts';

export interface MadeUp {
  /** Given or made up; undefined where the control API asks for none. */
  readonly controlToken: string | undefined;
  /** For pages alone, where their responses may run scripts. */
  readonly pageToken: string;
  /** For `tls: true`. */
  readonly certificate: Certificate | undefined;
}

export async function makeUp({ host = '127.0.0.1', tls, controlToken }: MockOptions): Promise<MadeUp> {
  return {
    controlToken: controlTokenFor(host, controlToken),
    pageToken: randomToken(),
    certificate: tls === true ? await madeCertificate(host) : undefined,
  };
}

/** Imported when asked for: making certificates takes a large library. */
async function madeCertificate(host: string): Promise<Certificate> {
  const { selfSigned } = await import('./tls.ts');
  return selfSigned(host);
}
