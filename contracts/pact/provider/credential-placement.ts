/**
 * Pacts contain made-up credentials as examples. An example in the place of one of the operation's security schemes is
 * replaced by the real credential; otherwise it would be rejected, which is a false positive.
 */

import { percentEncode } from '../../../sanitize.ts';
import { isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { isAccessDenied } from '../../conformance/model/exchange.ts';
import { credentialValue } from '../../conformance/request/credentials/apply-credentials.ts';
import { withCredentialSchemes } from '../../conformance/request/credentials/credential-parameters.ts';
import { type HeaderLine, headerValues } from '../../http/headers.ts';
import { type Credentials, credentialFor } from '../../options/credentials.ts';
import type { Interaction } from '../file/interaction.ts';

/** A credential and its place in a request. */
export interface CredentialPlacement {
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header in lower case, or of the query parameter or cookie. */
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly secret: string;
}

/**
 * Empty if the consumer sends no credentials, gets them from a provider state, expects to be rejected, or sends them in
 * another way than the contract says; such requests stay unchanged.
 */
export function findCredentialPlacements(
  interaction: Interaction,
  operation: Operation | undefined,
  credentials: Credentials,
): readonly CredentialPlacement[] {
  if (operation === undefined || isAccessDenied(interaction.response.status)) return [];
  const placements = withCredentialSchemes(operation, [], credentials)
    .security.flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => schemePlacement(scheme, credentials))
    .filter((placement) => sendsCredential(interaction, placement) && !isGeneratedCredential(interaction, placement));
  return [...new Map(placements.toReversed().map((one) => [`${one.in} ${one.name}`, one])).values()].toReversed();
}

function schemePlacement(scheme: SecurityScheme, credentials: Credentials): readonly CredentialPlacement[] {
  const secret = credentialFor(scheme, credentials);
  if (secret === undefined || scheme.type === 'mutualTLS') return [];
  if (scheme.type !== 'apiKey') return [{ in: 'header', name: 'authorization', scheme, secret }];
  const { in: place = 'header', parameterName = '' } = scheme;
  return [{ in: place, name: place === 'header' ? parameterName.toLowerCase() : parameterName, scheme, secret }];
}

function sendsCredential({ request }: Interaction, { in: place, name, scheme }: CredentialPlacement): boolean {
  if (place === 'query') return request.query.has(name);
  const header = request.headers.get(place === 'cookie' ? 'cookie' : name);
  if (header === undefined) return false;
  if (place === 'cookie') return splitCookies(header).some((cookie) => cookieName(cookie) === name);
  // A credential of another kind is not replaced.
  return scheme.type === 'apiKey' || header.toLowerCase().startsWith(`${authorizationScheme(scheme)} `);
}

function authorizationScheme({ type, scheme }: SecurityScheme): string {
  return type === 'http' ? (scheme ?? 'bearer') : 'bearer';
}

function isGeneratedCredential({ request }: Interaction, { in: place, name }: CredentialPlacement): boolean {
  const { generators } = request.raw;
  const part = isJsonObject(generators) ? generators[place === 'query' ? 'query' : 'header'] : undefined;
  if (!isJsonObject(part)) return false;
  if (place === 'query') return hasGenerator(part, name);
  return Object.keys(part).some((key) => key.toLowerCase() === (place === 'cookie' ? 'cookie' : name));
}

/** Pact libraries may append an index to the name of a parameter. */
function hasGenerator(part: JsonObject, name: string): boolean {
  return Object.keys(part).some((key) => key === name || key.replace(/^\$\.|\[\d+\]$/g, '') === name);
}

/** The request target with its query, and the headers, as sent. */
export interface RequestLine {
  readonly target: string;
  readonly headers: readonly HeaderLine[];
}

/** Sets the value of each placement; by default the valid credential. */
export function applyPlacements(
  { target, headers }: RequestLine,
  placements: readonly CredentialPlacement[],
  value: (placement: CredentialPlacement) => string = ({ scheme, secret }) => credentialValue(scheme, secret),
): RequestLine {
  return {
    target: placements
      .filter((placement) => placement.in === 'query')
      .reduce((changed, placement) => replaceQueryParameter(changed, placement.name, value(placement)), target),
    headers: placements
      .filter((placement) => placement.in !== 'query')
      .reduce((changed, placement) => replaceHeader(changed, placement, value(placement)), headers),
  };
}

/**
 * The credential with a placeholder instead of the secret; for `basic`, not encoded in Base64, so that the placeholder
 * can be found.
 */
export function placeholderValue({ scheme }: CredentialPlacement, placeholder: string): string {
  return scheme.type === 'http' && scheme.scheme === 'basic'
    ? `Basic ${placeholder}`
    : credentialValue(scheme, placeholder);
}

/** Leaves the rest of the query unchanged. */
function replaceQueryParameter(target: string, name: string, value: string): string {
  const [, path = target, query = ''] = /^([^?]*)\?(.*)$/s.exec(target) ?? [];
  const pairs = query.split('&').map((pair) => {
    const [pairName] = new URLSearchParams(pair).keys();
    return pairName === name ? `${pair.replace(/=.*$/s, '')}=${percentEncode(value)}` : pair;
  });
  return `${path}?${pairs.join('&')}`;
}

function replaceHeader(
  headers: readonly HeaderLine[],
  { in: place, name }: CredentialPlacement,
  value: string,
): readonly HeaderLine[] {
  const headerName = place === 'cookie' ? 'cookie' : name;
  if (headerValues(headers, headerName).length === 0) return headers;
  return headers.map(([key, text]) => {
    if (key.toLowerCase() !== headerName) return [key, text];
    return [key, place === 'cookie' ? replaceCookie(text, name, value) : value];
  });
}

function replaceCookie(header: string, name: string, value: string): string {
  return splitCookies(header)
    .map((cookie) => (cookieName(cookie) === name ? `${name}=${value}` : cookie))
    .join('; ');
}

function splitCookies(header: string): readonly string[] {
  return header.split(';').map((cookie) => cookie.trim());
}

function cookieName(cookie: string): string {
  return cookie.replace(/=.*$/s, '');
}
