/**
 * Adds credentials to requests, in the place of each security scheme: secrets in sent requests, variables in shown
 * ones.
 */

import { percentEncode } from '../../../../sanitize.ts';
import {
  base64Encoded,
  type CredentialForm,
  type CredentialTemplate,
  fillTemplate,
  jsonEscaped,
  unchanged,
  urlEncoded,
} from '../../../../shell/credential-form.ts';
import {
  type CredentialText,
  concatTexts,
  joinTexts,
  type NamedSecret,
  sentText,
  toCredentialText,
} from '../../../../shell/credential-text.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { headerValue } from '../../../http/headers.ts';
import { type Credentials, credentialFor, credentialsOfOther, isBasic } from '../../../options/credentials.ts';
import type { CredentialChange, CredentialPlan, CredentialValue, RequestSpec } from '../../model/request-spec.ts';
import { addedHeaders } from './added-headers.ts';
import { type CredentialPosition, carriedSchemes, credentialPosition, shareCarrier } from './carriers.ts';
import { type ShellVariables, variableName } from './credential-mask.ts';

export type CredentialedRequest = Pick<RequestSpec, 'path' | 'headers' | 'body'>;

/** A request whose credentials are references. */
export interface RequestTemplate {
  /** Relative to the base URL, including the query. */
  readonly path: CredentialText;
  readonly headers: readonly (readonly [name: string, value: CredentialText])[];
  readonly body: CredentialText | Uint8Array | undefined;
}

/** The path, headers and body of a request with its credentials; `schemes` are those of the valid credentials. */
export function applyCredentials(
  requestSpec: RequestSpec,
  schemes: readonly SecurityScheme[],
  credentials: Credentials,
): CredentialedRequest {
  const { path, headers, body } = createRequestTemplate(requestSpec, { schemes, credentials });
  return {
    path: sentText(path),
    headers: headers.map(([name, value]) => [name, sentText(value)] as const),
    body: body === undefined || body instanceof Uint8Array ? body : sentText(body),
  };
}

export interface CredentialSource {
  /** The schemes of the valid credentials. */
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
  readonly variables?: ShellVariables;
}

/** The same with references instead of secrets. */
export function createRequestTemplate(
  requestSpec: RequestSpec,
  { schemes, credentials, variables = new Map() }: CredentialSource,
): RequestTemplate {
  const { credentials: plan, headerNames } = requestSpec;
  const sentCredentials = isOfOther(plan) ? credentialsOfOther(credentials) : credentials;
  const template = schemesToSend(plan, schemes).reduce<RequestTemplate>((request, scheme) => {
    const secret = credentialFor(scheme, sentCredentials);
    const namedSecret = { secret: secret ?? '', variable: variableName(scheme.name, variables) };
    const change = isCredentialChange(plan) && plan.scheme === scheme ? plan.value : undefined;
    if (change !== undefined) return applyChange(request, scheme, { change, secret: namedSecret });
    return secret === undefined
      ? request
      : applyToScheme(request, scheme, { template: credentialTemplate(scheme), secret: namedSecret });
  }, requestSpec);
  const complete = withCustomHeaders(template, requestSpec, credentials.connection);
  if (headerNames === undefined) return complete;
  const spell = (name: string) => (headerNames === 'lower case' ? name.toLowerCase() : name.toUpperCase());
  return { ...complete, headers: complete.headers.map(([name, value]) => [spell(name), value] as const) };
}

/** A request keeps its own headers; cookies share one. */
function withCustomHeaders(
  template: RequestTemplate,
  requestSpec: RequestSpec,
  connection: Credentials['connection'],
): RequestTemplate {
  if (connection === undefined) return template;
  const own = new Set(template.headers.map(([name]) => name.toLowerCase()));
  const added = addedHeaders(connection, requestSpec);
  const isCookie = ([name]: (typeof added)[number]) => name.toLowerCase() === 'cookie';
  const cookies = added.filter(isCookie).map(([, value]) => value);
  const others = added.filter((one) => !isCookie(one) && !own.has(one[0].toLowerCase()));
  return { ...template, headers: [...cookies.reduce(withCookie, template.headers), ...others] };
}

/** One scheme for each place in the request; where one is changed, its place carries nothing else. */
function schemesToSend(plan: CredentialPlan, rightSchemes: readonly SecurityScheme[]): readonly SecurityScheme[] {
  if (!isCredentialChange(plan)) return carriedSchemes(plan === 'right' ? rightSchemes : plan.schemes);
  const { schemes, scheme } = plan;
  return carriedSchemes(schemes.filter((one) => one === scheme || !shareCarrier(one, scheme)));
}

/** Whether the request is sent with the credentials of the second user. */
export function isOfOther(plan: CredentialPlan): boolean {
  return plan !== 'right' && 'user' in plan && plan.user === 'other';
}

/** Whether a credential is omitted, replaced or changed. */
export function isCredentialChange(plan: CredentialPlan): plan is CredentialChange {
  return plan !== 'right' && 'scheme' in plan;
}

/** The valid header, parameter or cookie value of a scheme for a secret. */
export function credentialValue(scheme: SecurityScheme, secret: string): string {
  return fillTemplate(credentialTemplate(scheme), secret);
}

export function credentialTemplate(scheme: SecurityScheme): CredentialTemplate {
  if (scheme.type === 'apiKey') return [unchanged];
  return [`${schemePrefix(scheme)} `, isBasic(scheme) ? base64Encoded([unchanged]) : unchanged];
}

/** The scheme name before a credential in Authorization; oauth2 and openIdConnect use bearer tokens. */
export function schemePrefix(scheme: SecurityScheme): string {
  if (isBasic(scheme)) return 'Basic';
  return scheme.type === 'http' && scheme.scheme !== 'bearer' ? (scheme.scheme ?? '') : 'Bearer';
}

interface CredentialReplacement {
  readonly change: CredentialValue;
  readonly secret: NamedSecret;
}

function applyChange(
  request: RequestTemplate,
  scheme: SecurityScheme,
  { change, secret }: CredentialReplacement,
): RequestTemplate {
  switch (change.kind) {
    case 'none':
      return request;
    case 'literal':
      return applyToScheme(request, scheme, { template: [change.text], secret });
    case 'derived':
      return applyToScheme(request, scheme, { template: change.template, secret });
    case 'misplaced':
      return insertCredential(request, change, { template: change.template ?? [unchanged], secret });
  }
}

interface TemplatedCredential {
  readonly template: CredentialTemplate;
  readonly secret: NamedSecret;
}

function applyToScheme(request: RequestTemplate, scheme: SecurityScheme, value: TemplatedCredential): RequestTemplate {
  return insertCredential(request, credentialPosition(scheme), value);
}

function insertCredential(
  request: RequestTemplate,
  { in: location, name }: CredentialPosition,
  { template, secret }: TemplatedCredential,
): RequestTemplate {
  const text = (encoded: CredentialTemplate) => toCredentialText(encoded, secret);
  switch (location) {
    case 'header':
      return { ...request, headers: [...request.headers, [name, text(template)]] };
    case 'cookie':
      return { ...request, headers: withCookie(request.headers, concatTexts(`${name}=`, text(template))) };
    case 'query':
      return {
        ...request,
        path: withField(request.path, formField(name, text(encodeTemplate(template, urlEncoded)))),
      };
    case 'body':
      return isForm(request)
        ? {
            ...request,
            body: withPair(request.body, formField(name, text(encodeTemplate(template, urlEncoded)))),
          }
        : { ...request, body: withMember(request.body, name, text(encodeTemplate(template, jsonEscaped))) };
  }
}

/** Encodes literals and credentials as the location requires. */
function encodeTemplate(
  template: CredentialTemplate,
  encode: (form: CredentialForm) => CredentialForm,
): CredentialTemplate {
  return template.map((part) => (typeof part === 'string' ? encode(unchanged).apply(part) : encode(part)));
}

function formField(name: string, value: CredentialText): CredentialText {
  return concatTexts(`${percentEncode(name)}=`, value);
}

function withField(path: CredentialText, field: CredentialText): CredentialText {
  return concatTexts(path, sentText(path).includes('?') ? '&' : '?', field);
}

/** A single Cookie header (RFC 6265, section 5.4); existing cookies come first. */
function withCookie(headers: RequestTemplate['headers'], pair: CredentialText): RequestTemplate['headers'] {
  const isCookie = ([name]: RequestTemplate['headers'][number]) => name.toLowerCase() === 'cookie';
  const before = headers.filter(isCookie).map(([, value]) => value);
  return [...headers.filter((line) => !isCookie(line)), ['Cookie', joinTexts('; ', [...before, pair])]];
}

function isForm({ headers }: RequestTemplate): boolean {
  const sent = headers.map(([name, value]) => [name, sentText(value)] as const);
  return /^application\/x-www-form-urlencoded\b/i.test(headerValue(sent, 'content-type') ?? '');
}

/** Appends a form field (RFC 6750, section 2.2). */
function withPair(body: RequestTemplate['body'], pair: CredentialText): RequestTemplate['body'] {
  if (typeof body !== 'string') return body;
  return body === '' ? pair : concatTexts(body, '&', pair);
}

/** Adds a member if the body is the text of a JSON object. */
function withMember(body: RequestTemplate['body'], name: string, value: CredentialText): RequestTemplate['body'] {
  if (typeof body !== 'string' || !body.startsWith('{')) return body;
  return concatTexts(`{${JSON.stringify(name)}:"`, value, `"${body === '{}' ? '' : ','}${body.slice(1)}`);
}
