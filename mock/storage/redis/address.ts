/** Where a Redis is, read from its URL. The password stays in here: no message repeats the URL. */
import { KitError } from '../../../errors.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** From `?prefix=`. */
  readonly prefix: string | undefined;
  /** To show: host and port alone. */
  readonly name: string;
}

const EXPECTED = 'redis://[[user]:password@]host[:port][/database] or the same with rediss://';

/** Throws `option-invalid`. */
export function parseRedisUrl(given: string): RedisAddress {
  const url = URL.parse(given);
  if (url === null) throw invalid('something that is no URL');
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw invalid(url.protocol);
  if (url.hostname === '') throw invalid('no host');
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 6379 : Number(url.port);
  return {
    host,
    port,
    tls: url.protocol === 'rediss:',
    username: decodedIfGiven(url.username),
    password: decodedIfGiven(url.password),
    database: databaseIn(url.pathname),
    prefix: url.searchParams.get('prefix') ?? undefined,
    name: `${host.includes(':') ? `[${host}]` : host}:${port}`,
  };
}

function decodedIfGiven(encoded: string): string | undefined {
  return encoded === '' ? undefined : decoded(encoded);
}

function databaseIn(pathname: string): number {
  if (/^\/?\d{0,5}$/.test(pathname)) return Number(pathname.replace('/', ''));
  throw invalid('a database that is no whole number');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('a percent sign that encodes nothing');
  }
}

function invalid(got: string): KitError {
  return new KitError('option-invalid', `the address of the storage: expected ${EXPECTED}, got ${got}`);
}
