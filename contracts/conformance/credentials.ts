/** Puts credentials where each security scheme wants them, and masks them everywhere else. */
import { KitError } from '../../errors.ts';
import { type Mask, masking } from '../../secrets.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/contract.ts';
import { withCookie } from '../headers.ts';
import type { CredentialValue, Draft } from './case.ts';

export interface Credentials {
  /** For every bearer scheme, and for any other without a value of its own. */
  readonly token: string | undefined;
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
}

export type CredentialedDraft = Pick<Draft, 'path' | 'headers' | 'body'>;

/** The schemes to fill in for an operation: those of the first alternative that we have credentials for. */
export function schemesFor(operation: Operation, credentials: Credentials): readonly SecurityScheme[] {
  const usable = operation.security.find(({ schemes }) =>
    schemes.every((scheme) => secretFor(scheme, credentials) !== undefined),
  );
  if (usable !== undefined) return usable.schemes;
  if (operation.security.length === 0) return [];
  const wanted = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} asks for ${wanted}`);
}

export function secretFor(scheme: SecurityScheme, { token, byScheme }: Credentials): string | undefined {
  return byScheme.get(scheme.name) ?? token;
}

/** Refuses an --auth that names no scheme, which would be a typing error passed over in silence. */
export function checkSchemeNames(contract: Contract, { byScheme }: Credentials): void {
  const names = contract.securitySchemes.map(({ name }) => name);
  const unknown = [...byScheme.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new KitError(
      'option-invalid',
      `--auth ${unknown}=...: the document has the schemes ${names.join(', ') || '(none)'}`,
    );
  }
}

/** The path, headers and body of a draft with its credentials in; `schemes` are the right ones. */
export function withCredentials(
  draft: Draft,
  schemes: readonly SecurityScheme[],
  credentials: Credentials,
): CredentialedDraft {
  const { credentials: plan } = draft;
  return (plan === 'right' ? schemes : plan.schemes).reduce<CredentialedDraft>((request, scheme) => {
    const secret = secretFor(scheme, credentials);
    const change = plan !== 'right' && plan.scheme === scheme ? plan.value : undefined;
    if (change !== undefined) return changed(request, scheme, { change, secret: secret ?? '' });
    return secret === undefined ? request : place(request, scheme, rightValue(scheme, secret));
  }, draft);
}

/** The right header, parameter or cookie value of a scheme for a secret. */
export function rightValue(scheme: SecurityScheme, secret: string): string {
  if (scheme.type === 'apiKey') return secret;
  if (scheme.type === 'http' && scheme.scheme === 'basic')
    return `Basic ${Buffer.from(secret).toString('base64')}`;
  if (scheme.type === 'http' && scheme.scheme !== 'bearer') return `${scheme.scheme} ${secret}`;
  return `Bearer ${secret}`;
}

/** oauth2 and openIdConnect give bearer tokens too (RFC 6750). */
export function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme === 'bearer');
}

interface Changed {
  readonly change: CredentialValue;
  readonly secret: string;
}

function changed(
  request: CredentialedDraft,
  scheme: SecurityScheme,
  { change, secret }: Changed,
): CredentialedDraft {
  switch (change.kind) {
    case 'none':
      return request;
    case 'literal':
      return place(request, scheme, change.text);
    case 'derived':
      return place(request, scheme, change.from(secret));
    case 'misplaced':
      return put(request, change, secret);
  }
}

function place(request: CredentialedDraft, scheme: SecurityScheme, value: string): CredentialedDraft {
  if (scheme.type !== 'apiKey') return withHeader(request, 'Authorization', value);
  return put(request, { in: scheme.in ?? 'header', name: scheme.parameterName ?? '' }, value);
}

interface Position {
  readonly in: 'header' | 'query' | 'cookie' | 'body';
  readonly name: string;
}

function put(request: CredentialedDraft, { in: where, name }: Position, value: string): CredentialedDraft {
  if (where === 'cookie') return { ...request, headers: withCookie(request.headers, `${name}=${value}`) };
  if (where === 'header') return withHeader(request, name, value);
  if (where === 'body') return { ...request, body: withMember(request.body, name, value) };
  const separator = request.path.includes('?') ? '&' : '?';
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return { ...request, path: `${request.path}${separator}${pair}` };
}

/** A member more, where the body is the text of a JSON object. */
function withMember(body: Draft['body'], name: string, value: string): Draft['body'] {
  if (typeof body !== 'string' || !body.startsWith('{')) return body;
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return `{${member}${body === '{}' ? '' : ','}${body.slice(1)}`;
}

function withHeader(request: CredentialedDraft, name: string, value: string): CredentialedDraft {
  return { ...request, headers: [...request.headers, [name, value]] };
}

/** What a report shows passes through here. What cases make of a secret gives it away too, in any spelling. */
export function masker(credentials: Credentials): Mask {
  const known = maskers.get(credentials);
  if (known !== undefined) return known;
  const mask = newMasker(credentials);
  maskers.set(credentials, mask);
  return mask;
}

/** Its patterns take long to make. */
const maskers = new WeakMap<Credentials, Mask>();

function newMasker({ token, byScheme }: Credentials): Mask {
  const secrets = [token, ...byScheme.values()].filter((secret) => secret !== undefined);
  const derived = secrets
    .filter(({ length }) => length > 5)
    .flatMap((secret) => [secret.slice(0, -1), secret.slice(1), swappedCase(secret)]);
  return masking([...secrets, ...derived]);
}

/**
 * What `$PLANT_STORE_TOKEN` in a line for curl does not say: which credential of its own one of the schemes was given, and
 * that a replay needs it again. Undefined where the token itself was sent, or nothing that the line shows.
 */
export function whatTokenHides(
  curl: string,
  schemes: readonly SecurityScheme[],
  { token, byScheme }: Credentials,
): string | undefined {
  const own = schemes
    .map(({ name }) => name)
    .filter((name) => byScheme.has(name) && byScheme.get(name) !== token);
  if (own.length === 0 || !curl.includes('PLANT_STORE_TOKEN')) return undefined;
  const options = own.map((name) => `--auth ${name}=VALUE`).join(' ');
  return `$PLANT_STORE_TOKEN stands for the credential of ${own.join(' and ')} here; replay needs ${options} again`;
}

/** Small letters for capitals and the other way round. */
export function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** What a shell puts in the place of a secret within a JSON text, as it stands between double quotes. */
export const SHELL_JSON = `$(printf %s "$PLANT_STORE_TOKEN" | sed 's/[\\\\"]/\\\\&/g')`;

/** What a shell puts in the place of a secret in Base64, as it stands between double quotes. */
export const SHELL_BASE64 = '$(printf %s "$PLANT_STORE_TOKEN" | base64 | tr -d "\\n")';
