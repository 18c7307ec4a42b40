/**
 * Finds and masks the credentials in requests and responses: by the security schemes of the contract, and by common
 * names.
 */
import { memoizeString } from '../../spec/memoize.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { decodeFormValue, percentDecode, type QueryField } from '../http/request-target.ts';
import { parseCookies } from '../validate/validate-parameter.ts';
import { authorizationParts } from './authorization-header.ts';

export const MASK = '***';

export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CredentialLocations {
  readonly maskTarget: (target: string) => string;
  readonly maskHeader: (name: string, value: string) => string;
  /** All credentials in a request. */
  readonly findCredentials: (request: { readonly target: string; readonly headers: HeaderValues }) => readonly string[];
}

const authorizationHeaders = new Set(['authorization', 'proxy-authorization']);
/** Common names, included whatever the contract declares: apps may send keys of other services to the mock. */
const apiKeyHeaders = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'];
const apiKeyFields = ['access_token', 'api_key', 'apikey', 'client_secret', 'id_token', 'refresh_token'];

export function createCredentialLocations(schemes: readonly SecurityScheme[]): CredentialLocations {
  const parameterNames = (where: SecurityScheme['in']) =>
    schemes.flatMap((one) => (one.in === where && one.parameterName !== undefined ? [one.parameterName] : []));
  const fields = new Set([...apiKeyFields, ...parameterNames('query')]);
  const headers = new Set([...apiKeyHeaders, ...parameterNames('header').map((name) => name.toLowerCase())]);
  const cookies = new Set(parameterNames('cookie'));
  const knownSchemes = new Set([...authSchemes, ...schemes.flatMap(({ scheme }) => scheme?.toLowerCase() ?? [])]);
  /** In lower case; undefined if the header has no credentials. */
  const secretHeaderName = memoizeString((headerName) => {
    const name = headerName.toLowerCase();
    return headers.has(name) || authorizationHeaders.has(name) || name === 'cookie' ? name : undefined;
  });
  const maskTarget = (target: string) => maskQueryFields(maskUserInfo(target), fields);
  return {
    maskTarget,
    maskHeader: (headerName, value) => {
      const name = headerName.toLowerCase();
      if (headers.has(name)) return MASK;
      if (authorizationHeaders.has(name)) return maskAuthorization(value, knownSchemes);
      if (name === 'cookie') return value.split(';').map(maskCookie).join(';');
      if (name === 'set-cookie') return value.replaceAll(setCookiePairs, maskCookie);
      return maskTarget(value);
    },
    findCredentials: (request) => {
      const found = [...secretFieldValues(request.target, fields)];
      for (const headerName in request.headers) {
        const name = secretHeaderName(headerName);
        if (name === undefined) continue;
        const value = request.headers[headerName] ?? [];
        for (const one of typeof value === 'string' ? [value] : value)
          found.push(...credentialsInHeader(name, one, { headers, cookies }));
      }
      return found;
    },
  };
}

/** The HTTP Authentication Scheme Registry (IANA), and two unregistered schemes in common use. */
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

/** Keeps the scheme, as in `Bearer ***`; a first word that is not a known scheme may be part of the secret. */
function maskAuthorization(value: string, knownSchemes: ReadonlySet<string>): string {
  const [, scheme = ''] = /^\s*([\w-]+)(?:\s|$)/.exec(value) ?? [];
  if (!knownSchemes.has(scheme.toLowerCase())) return value.trim() === '' ? value : MASK;
  return value.trim() === scheme ? scheme : `${scheme} ${MASK}`;
}

/** Matches the pairs of one Set-Cookie or of several joined ones; the value of `Expires` contains a comma. */
const setCookiePairs = /(?<=^|,)[^;,=]*=[^;,]*|^[^;,=]*(?=;|$)/g;

function maskCookie(pair: string): string {
  const [, name] = /^(\s*[^=]*)=/.exec(pair) ?? [];
  return name === undefined ? pair.replace(/\S.*/, MASK) : `${name}=${MASK}`;
}

/** `http://user:password@host/` */
function maskUserInfo(target: string): string {
  return target.includes('@') ? target.replaceAll(/(:\/\/)[^/?#@\s]*@/g, `$1${MASK}@`) : target;
}

/** Compares decoded names: `api%5Fkey` matches too. */
function maskQueryFields(target: string, names: ReadonlySet<string>): string {
  if (!target.includes('?')) return target;
  return target.replaceAll(/([?&])([^=&?#]*)=[^&#\s]*/g, (field, separator: string, name: string) =>
    names.has(decodeFormValue(name) ?? name) ? `${separator}${name}=${MASK}` : field,
  );
}

function secretFieldValues(target: string, names: ReadonlySet<string>): readonly string[] {
  if (!target.includes('?')) return noValues;
  const query = target.slice(target.indexOf('?') + 1);
  return query.split('&').flatMap((pair) => {
    const field = parseField(pair);
    return names.has(field.name) ? [field.rawValue, decodeFormValue(field.rawValue) ?? ''] : [];
  });
}

const noValues: readonly string[] = [];

function parseField(pair: string): QueryField {
  const [name = '', ...value] = pair.split('=');
  return { name: decodeFormValue(name) ?? name, rawValue: value.join('=') };
}

interface ApiKeyNames {
  readonly headers: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
}

function credentialsInHeader(name: string, value: string, keys: ApiKeyNames): readonly string[] {
  if (keys.headers.has(name)) return value.split(',').map((one) => one.trim());
  if (authorizationHeaders.has(name)) return authorizationParts(value);
  if (name !== 'cookie') return [];
  // Cookies define no encoding; most libraries percent-encode them.
  const apiKeyCookies = [...parseCookies(value)].filter(([cookie]) => keys.cookies.has(cookie));
  return apiKeyCookies.flatMap(([, one]) => [one, percentDecode(one) ?? one]);
}
