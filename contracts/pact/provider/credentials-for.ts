/**
 * Pacts of other teams hold a made-up credential as an example. Where it stands in the place of a security scheme of the
 * operation, the real one goes out instead: an example would be refused, and the implementation blamed.
 */
import { isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { percentEncoded } from '../../../text.ts';
import { isRefusal } from '../../conformance/model/exchange.ts';
import { rightValue } from '../../conformance/request/credentials/place.ts';
import { type HeaderLine, headersOf } from '../../http/headers.ts';
import { type Credentials, secretFor } from '../../options/credentials.ts';
import type { Interaction } from '../file/interaction.ts';

/** A credential, and the place of a request where it goes. */
export interface Placement {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, in lower case; of the query parameter or cookie. */
  readonly name: string;
  /** The security scheme. */
  readonly scheme: SecurityScheme;
  readonly secret: string;
}

/**
 * Empty where the consumer sends no credentials, fills them in through a provider state, expects to be refused, or sends
 * them in another way than the contract says: that is left as it is.
 */
export function credentialsFor(
  interaction: Interaction,
  operation: Operation | undefined,
  credentials: Credentials,
): readonly Placement[] {
  if (operation === undefined || isRefusal(interaction.response.status)) return [];
  const placements = operation.security
    .flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => placementOf(scheme, credentials))
    .filter((placement) => carries(interaction, placement) && !isGenerated(interaction, placement));
  return [
    ...new Map(placements.toReversed().map((one) => [`${one.in} ${one.name}`, one])).values(),
  ].toReversed();
}

function placementOf(scheme: SecurityScheme, credentials: Credentials): readonly Placement[] {
  const secret = secretFor(scheme, credentials);
  if (secret === undefined || scheme.type === 'mutualTLS') return [];
  if (scheme.type !== 'apiKey') return [{ in: 'header', name: 'authorization', scheme, secret }];
  const { in: place = 'header', parameterName = '' } = scheme;
  return [
    { in: place, name: place === 'header' ? parameterName.toLowerCase() : parameterName, scheme, secret },
  ];
}

function carries({ request }: Interaction, { in: place, name, scheme }: Placement): boolean {
  if (place === 'query') return request.query.has(name);
  const header = request.headers.get(place === 'cookie' ? 'cookie' : name);
  if (header === undefined) return false;
  if (place === 'cookie') return cookiesIn(header).some((cookie) => nameOf(cookie) === name);
  // A consumer that sends another kind of credential is not helped out.
  return scheme.type === 'apiKey' || header.toLowerCase().startsWith(`${kindOf(scheme)} `);
}

function kindOf({ type, scheme }: SecurityScheme): string {
  return type === 'http' ? (scheme ?? 'bearer') : 'bearer';
}

function isGenerated({ request }: Interaction, { in: place, name }: Placement): boolean {
  const { generators } = request.raw;
  const part = isJsonObject(generators) ? generators[place === 'query' ? 'query' : 'header'] : undefined;
  if (!isJsonObject(part)) return false;
  if (place === 'query') return hasGenerator(part, name);
  return Object.keys(part).some((key) => key.toLowerCase() === (place === 'cookie' ? 'cookie' : name));
}

/** Writers of pacts may put an index behind the name of a parameter. */
function hasGenerator(part: JsonObject, name: string): boolean {
  return Object.keys(part).some((key) => key === name || key.replace(/^\$\.|\[\d+\]$/g, '') === name);
}

/** What goes on the wire: the target with its query, and the headers. */
export interface RequestLine {
  readonly target: string;
  readonly headers: readonly HeaderLine[];
}

/** With the value for each; unless told, the one that is right. */
export function withPlacements(
  { target, headers }: RequestLine,
  placements: readonly Placement[],
  value: (placement: Placement) => string = ({ scheme, secret }) => rightValue(scheme, secret),
): RequestLine {
  return {
    target: placements
      .filter((placement) => placement.in === 'query')
      .reduce((changed, placement) => withQuery(changed, placement.name, value(placement)), target),
    headers: placements
      .filter((placement) => placement.in !== 'query')
      .reduce((changed, placement) => withHeader(changed, placement, value(placement)), headers),
  };
}

/** The right value with a stand-in for the secret, readable also where the secret goes out in Base64. */
export function shownValue({ scheme }: Placement, standIn: string): string {
  return scheme.type === 'http' && scheme.scheme === 'basic'
    ? `Basic ${standIn}`
    : rightValue(scheme, standIn);
}

/** All else in the query stays as it was written. */
function withQuery(target: string, name: string, value: string): string {
  const [, path = target, query = ''] = /^([^?]*)\?(.*)$/s.exec(target) ?? [];
  const pairs = query.split('&').map((pair) => {
    const [given] = new URLSearchParams(pair).keys();
    return given === name ? `${pair.replace(/=.*$/s, '')}=${percentEncoded(value)}` : pair;
  });
  return `${path}?${pairs.join('&')}`;
}

function withHeader(
  headers: readonly HeaderLine[],
  { in: place, name }: Placement,
  value: string,
): readonly HeaderLine[] {
  const wanted = place === 'cookie' ? 'cookie' : name;
  if (headersOf(headers, wanted).length === 0) return headers;
  return headers.map(([key, text]) => {
    if (key.toLowerCase() !== wanted) return [key, text];
    return [key, place === 'cookie' ? withCookieValue(text, name, value) : value];
  });
}

function withCookieValue(header: string, name: string, value: string): string {
  return cookiesIn(header)
    .map((cookie) => (nameOf(cookie) === name ? `${name}=${value}` : cookie))
    .join('; ');
}

function cookiesIn(header: string): readonly string[] {
  return header.split(';').map((cookie) => cookie.trim());
}

function nameOf(cookie: string): string {
  return cookie.replace(/=.*$/s, '');
}
