/** Where requests and answers carry credentials: by the contract's security schemes, and by custom. */
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { decode, decodeField, type QueryField } from '../http/target.ts';
import { parseCookies } from '../validate/parameters.ts';

export const MASK = '***';

export type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CredentialPlaces {
  readonly hideInTarget: (target: string) => string;
  readonly hideInHeader: (name: string, value: string) => string;
  /** What a request gave in all of them. */
  readonly credentialsOf: (request: {
    readonly target: string;
    readonly headers: GivenHeaders;
  }) => readonly string[];
}

const authorizations = new Set(['authorization', 'proxy-authorization']);
/** As many services call them, whatever this contract says: apps are tried with the keys of others. */
const keyHeaders = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'];
const keyFields = ['access_token', 'api_key', 'apikey', 'client_secret', 'id_token', 'refresh_token'];

export function createCredentialPlaces(schemes: readonly SecurityScheme[]): CredentialPlaces {
  const named = (where: SecurityScheme['in']) =>
    schemes.flatMap((one) =>
      one.in === where && one.parameterName !== undefined ? [one.parameterName] : [],
    );
  const fields = new Set([...keyFields, ...named('query')]);
  const headers = new Set([...keyHeaders, ...named('header').map((name) => name.toLowerCase())]);
  const cookies = new Set(named('cookie'));
  const known = new Set([...authSchemes, ...schemes.flatMap(({ scheme }) => scheme?.toLowerCase() ?? [])]);
  const hideInTarget = (target: string) => hideFields(hideUser(target), fields);
  return {
    hideInTarget,
    hideInHeader: (given, value) => {
      const name = given.toLowerCase();
      if (headers.has(name)) return MASK;
      if (authorizations.has(name)) return hideAuthorization(value, known);
      if (name === 'cookie') return value.split(';').map(hideCookie).join(';');
      if (name === 'set-cookie') return value.replaceAll(newCookie, hideCookie);
      return hideInTarget(value);
    },
    credentialsOf: (request) => {
      const found = [...fieldsOf(request.target, fields)];
      for (const given in request.headers) {
        const name = given.toLowerCase();
        if (!headers.has(name) && !authorizations.has(name) && name !== 'cookie') continue;
        for (const one of [request.headers[given] ?? []].flat())
          found.push(...credentialsIn(name, one, { headers, cookies }));
      }
      return found;
    },
  };
}

/** HTTP Authentication Scheme Registry (IANA), and two that are in use. */
const authSchemes = [
  'basic',
  'bearer',
  'concealed',
  'digest',
  'dpop',
  'gnap',
  'hoba',
  'mutual',
  'negotiate',
  'oauth',
  'privatetoken',
  'scram-sha-1',
  'scram-sha-256',
  'vapid',
  'token',
  'apikey',
];

/** The scheme stays, `Bearer ***`; a first word that is no scheme may be part of the secret. */
function hideAuthorization(value: string, known: ReadonlySet<string>): string {
  const [, scheme = ''] = /^\s*([\w-]+)(?:\s|$)/.exec(value) ?? [];
  if (!known.has(scheme.toLowerCase())) return value.trim() === '' ? value : MASK;
  return value.trim() === scheme ? scheme : `${scheme} ${MASK}`;
}

/** Of one Set-Cookie or several that were joined; `Expires` has a comma of its own. */
const newCookie = /(?<=^|,)[^;,=]*=[^;,]*|^[^;,=]*(?=;|$)/g;

function hideCookie(pair: string): string {
  const [, name] = /^(\s*[^=]*)=/.exec(pair) ?? [];
  return name === undefined ? pair.replace(/\S.*/, MASK) : `${name}=${MASK}`;
}

/** `http://user:password@host/` */
function hideUser(target: string): string {
  return target.includes('@') ? target.replaceAll(/(:\/\/)[^/?#@\s]*@/g, `$1${MASK}@`) : target;
}

/** By the name that the field means: `api%5Fkey` is one too. */
function hideFields(target: string, names: ReadonlySet<string>): string {
  if (!target.includes('?')) return target;
  return target.replaceAll(/([?&])([^=&?#]*)=[^&#\s]*/g, (field, mark: string, name: string) =>
    names.has(decodeField(name) ?? name) ? `${mark}${name}=${MASK}` : field,
  );
}

function fieldsOf(target: string, names: ReadonlySet<string>): readonly string[] {
  const query = target.slice(target.indexOf('?') + 1);
  if (query === target) return [];
  return query.split('&').flatMap((pair) => {
    const field = fieldOf(pair);
    return names.has(field.name) ? [field.rawValue, decodeField(field.rawValue) ?? ''] : [];
  });
}

function fieldOf(pair: string): QueryField {
  const [name = '', ...value] = pair.split('=');
  return { name: decodeField(name) ?? name, rawValue: value.join('=') };
}

interface KeyNames {
  readonly headers: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
}

function credentialsIn(name: string, value: string, keys: KeyNames): readonly string[] {
  if (keys.headers.has(name)) return value.split(',').map((one) => one.trim());
  if (authorizations.has(name)) return authorizationParts(value);
  if (name !== 'cookie') return [];
  // Cookies have no coding of their own; most of what writes them takes percent-encoding.
  const given = [...parseCookies(value)].filter(([cookie]) => keys.cookies.has(cookie));
  return given.flatMap(([, one]) => [one, decode(one) ?? one]);
}

/** The credential, and for `Basic` what is in it. */
function authorizationParts(value: string): readonly string[] {
  const [, scheme = '', credential = value] = /^\s*([\w-]+)\s+(.+)$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [credential.trim()];
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  return [credential.trim(), pair, pair.slice(pair.indexOf(':') + 1)];
}
