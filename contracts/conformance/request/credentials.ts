/** Puts credentials where each security scheme wants them. */

import { KitError } from '../../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/contract.ts';
import { percentEncoded } from '../../../spec/percent.ts';
import { headerOf, withCookie } from '../../headers.ts';
import type { CredentialChange, CredentialPlan, CredentialValue, Draft } from '../case.ts';

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
    schemes.every((scheme) => isCertificate(scheme) || secretFor(scheme, credentials) !== undefined),
  );
  if (usable !== undefined) return usable.schemes;
  if (operation.security.length === 0) return [];
  const wanted = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} asks for ${wanted}`);
}

/** What cases have to know of the credentials that are given, beside what goes out. */
export interface AtHand {
  /** What is enough in the place of the schemes that are filled in; empty for a request without any. */
  readonly alternatives: readonly (readonly SecurityScheme[])[];
  /** The names of the schemes whose secret has letters beyond ASCII: for basic, its password. */
  readonly beyondAscii: ReadonlySet<string>;
}

/** Throws `credentials-missing` where none of the alternatives of an operation is given. */
export function atHandFor(operation: Operation, credentials: Credentials): AtHand {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const beyond = schemes.filter((scheme) => {
    const secret = secretFor(scheme, credentials) ?? '';
    return /[^\x00-\x7f]/.test(isBasic(scheme) ? secret.replace(/^[^:]*:/, '') : secret);
  });
  return {
    alternatives: otherAlternatives(operation, credentials),
    beyondAscii: new Set(beyond.map(({ name }) => name)),
  };
}

/**
 * A token that is given for all is sent as a bearer token alone: whether it opens an alternative of another kind, nobody
 * has said.
 */
function otherAlternatives(
  operation: Operation,
  credentials: Credentials,
): readonly (readonly SecurityScheme[])[] {
  const { token, byScheme } = credentials;
  const isGiven = (scheme: SecurityScheme) =>
    byScheme.has(scheme.name) || (token !== undefined && isBearer(scheme));
  const seen = new Set([sentFor(schemesFor(operation, credentials), credentials)]);
  return operation.security
    .map(({ schemes }) => schemes)
    .filter((schemes) => schemes.every(isGiven))
    .filter((schemes) => seen.size < seen.add(sentFor(schemes, credentials)).size);
}

/** The same for alternatives that a request does not tell apart. */
function sentFor(schemes: readonly SecurityScheme[], credentials: Credentials): string {
  const { path, headers } = withCredentials(empty, schemes, credentials);
  return JSON.stringify([path, headers.toSorted()]);
}

const empty: Draft = { path: '', headers: [], body: undefined, value: undefined, credentials: 'right' };

/** It is shown by the connection, and nothing of it stands in a request. */
function isCertificate({ type }: SecurityScheme): boolean {
  return type === 'mutualTLS';
}

export function secretFor(scheme: SecurityScheme, { token, byScheme }: Credentials): string | undefined {
  return byScheme.get(scheme.name) ?? token;
}

/**
 * Refuses a credential that names no scheme, which would be a typing error passed over in silence, and one that no request
 * can carry.
 */
export function checkSchemeNames(contract: Contract, { byScheme }: Credentials): void {
  const names = contract.securitySchemes.map(({ name }) => name);
  const plain = contract.securitySchemes.filter((scheme) => !isBasic(scheme));
  const odd = plain.find(({ name }) => /[^\x20-\x7e]/.test(byScheme.get(name) ?? ''));
  if (odd !== undefined) {
    throw new KitError(
      'option-invalid',
      `the credential for ${odd.name}: expected visible ASCII characters, which is what a header can carry`,
    );
  }
  const unknown = [...byScheme.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new KitError(
      'option-invalid',
      `no security scheme is called ${unknown}: the document has the schemes ${names.join(', ') || '(none)'}`,
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
    if (isCertificate(scheme)) return request;
    const secret = secretFor(scheme, credentials);
    const change = isChange(plan) && plan.scheme === scheme ? plan.value : undefined;
    if (change !== undefined) return changed(request, scheme, { change, secret: secret ?? '' });
    return secret === undefined ? request : place(request, scheme, rightValue(scheme, secret));
  }, draft);
}

/** Whether one of the credentials is left out, replaced or damaged. */
export function isChange(plan: CredentialPlan): plan is CredentialChange {
  return plan !== 'right' && 'scheme' in plan;
}

/** The right header, parameter or cookie value of a scheme for a secret. */
export function rightValue(scheme: SecurityScheme, secret: string): string {
  if (scheme.type === 'apiKey') return secret;
  if (isBasic(scheme)) return `Basic ${Buffer.from(secret).toString('base64')}`;
  if (scheme.type === 'http' && scheme.scheme !== 'bearer') return `${scheme.scheme} ${secret}`;
  return `Bearer ${secret}`;
}

export function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
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
  const pair = `${percentEncoded(name)}=${percentEncoded(value)}`;
  if (where === 'body')
    return {
      ...request,
      body: isForm(request) ? withPair(request.body, pair) : withMember(request.body, name, value),
    };
  const separator = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${separator}${pair}` };
}

function isForm({ headers }: CredentialedDraft): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, 'content-type') ?? '');
}

/** A field more (RFC 6750, section 2.2). */
function withPair(body: Draft['body'], pair: string): Draft['body'] {
  if (typeof body !== 'string') return body;
  return body === '' ? pair : `${body}&${pair}`;
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
