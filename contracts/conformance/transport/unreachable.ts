/** Nobody there who could be judged, as an error that names the way out. */
import { KitError } from '../../../errors.ts';

/** Not one connection was made; `detail` says why. */
export function notReached(detail: string): KitError {
  const [, fix] = waysOut.find(([pattern]) => pattern.test(detail)) ?? [];
  return new KitError('target-unreachable', detail, fix === undefined ? {} : { fix });
}

const waysOut = [
  [
    /certificate/i,
    'Name a file with the certificate authority, in PEM, in NODE_EXTRA_CA_CERTS, if it is to be trusted; or check the base URL.',
  ],
  [/EPROTO|no TLS/, 'Check the base URL: is it http://, or another port?'],
] as const;

/** Connections were made and not one request was answered: most likely another protocol is spoken there. */
export function noHttpAt(baseUrl: string, reason: string): KitError {
  const other = baseUrl.startsWith('https:') ? 'http' : 'https';
  return new KitError('target-unreachable', `${baseUrl}: not one request has an answer; ${reason}`, {
    fix: `Check the base URL: is it ${other}://, or another port? Does the implementation answer anything there?`,
  });
}
