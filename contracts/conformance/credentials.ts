/** Puts credentials where each security scheme wants them, and masks them everywhere else. */
import { KitError } from '../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/contract.ts';
import type { CredentialPlan, Draft, HeaderLine } from './case.ts';

export interface Credentials {
  /** For every bearer scheme, and for any other without a value of its own. */
  readonly token: string | undefined;
  /** By the name of the security scheme. */
  readonly byScheme: ReadonlyMap<string, string>;
}

export interface CredentialedDraft {
  readonly path: string;
  readonly headers: readonly HeaderLine[];
}

/** How a secret shows in reports and curl lines. */
export const TOKEN_MASK = '$PLANT_STORE_TOKEN';

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

/** True when the contract lets nobody in without credentials. */
export function isSecured(operation: Operation): boolean {
  return operation.security.length > 0 && operation.security.every(({ schemes }) => schemes.length > 0);
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

/** The path and headers of a draft with its credentials in. */
export function withCredentials(
  draft: Draft,
  schemes: readonly SecurityScheme[],
  credentials: Credentials,
): CredentialedDraft {
  return schemes.reduce<CredentialedDraft>((request, scheme) => {
    const plan = draft.credentials;
    if (plan !== 'right' && plan.scheme === scheme && plan.value.kind === 'misplaced') {
      return put(request, plan.value, secretFor(scheme, credentials) ?? '');
    }
    const value = credentialOf(scheme, plan, credentials);
    return value === undefined ? request : place(request, scheme, value);
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

function credentialOf(
  scheme: SecurityScheme,
  plan: CredentialPlan,
  credentials: Credentials,
): string | undefined {
  const right = rightValue(scheme, secretFor(scheme, credentials) ?? '');
  if (plan === 'right' || plan.scheme !== scheme) return right;
  if (plan.value.kind === 'literal') return plan.value.text;
  return plan.value.kind === 'derived' ? plan.value.from(right) : undefined;
}

function place(request: CredentialedDraft, scheme: SecurityScheme, value: string): CredentialedDraft {
  if (scheme.type !== 'apiKey') return withHeader(request, 'Authorization', value);
  return put(request, { in: scheme.in ?? 'header', name: scheme.parameterName ?? '' }, value);
}

interface Position {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

function put(request: CredentialedDraft, { in: where, name }: Position, value: string): CredentialedDraft {
  if (where === 'cookie') return withHeader(request, 'Cookie', `${name}=${value}`);
  if (where === 'header') return withHeader(request, name, value);
  const separator = request.path.includes('?') ? '&' : '?';
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return { ...request, path: `${request.path}${separator}${pair}` };
}

function withHeader(request: CredentialedDraft, name: string, value: string): CredentialedDraft {
  return { ...request, headers: [...request.headers, [name, value]] };
}

/** Replaces every spelling of every secret in a text; what a report shows passes through here. */
export function masker(credentials: Credentials): (text: string) => string {
  const secrets = [credentials.token, ...credentials.byScheme.values()].filter(
    (secret) => secret !== undefined && secret !== '',
  );
  const spellings = secrets
    .flatMap((secret) => (secret === undefined ? [] : spellingsOf(secret)))
    .toSorted((a, b) => b.length - a.length);
  return (text) => spellings.reduce((masked, spelling) => masked.replaceAll(spelling, TOKEN_MASK), text);
}

function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])];
}
