/** Puts credentials where each security scheme has them: as secrets in what is sent, as variables in what is shown. */
import {
  asIs,
  type CredentialForm,
  type CredentialTemplate,
  filledIn,
  inBase64,
  inJson,
  inUrl,
} from '../../../../shell/credential-form.ts';
import {
  concat,
  joinedWith,
  type NamedSecret,
  referring,
  sentText,
  type Text,
} from '../../../../shell/text.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { percentEncoded } from '../../../../text.ts';
import { headerOf } from '../../../http/headers.ts';
import { type Credentials, isBasic, isCertificate, secretFor } from '../../../options/credentials.ts';
import type { CredentialChange, CredentialPlan, CredentialValue, Draft } from '../../model/draft.ts';
import { type ShellVariables, variableFor } from './mask.ts';

export type CredentialedDraft = Pick<Draft, 'path' | 'headers' | 'body'>;

/** The request of a draft, credentials as references. */
export interface RequestText {
  /** Below the base URL, query included. */
  readonly path: Text;
  readonly headers: readonly (readonly [name: string, value: Text])[];
  readonly body: Text | Uint8Array | undefined;
}

/** The path, headers and body of a draft with its credentials in; `schemes` are the right ones. */
export function withCredentials(
  draft: Draft,
  schemes: readonly SecurityScheme[],
  credentials: Credentials,
): CredentialedDraft {
  const { path, headers, body } = requestText(draft, { schemes, credentials });
  return {
    path: sentText(path),
    headers: headers.map(([name, value]) => [name, sentText(value)] as const),
    body: body === undefined || body instanceof Uint8Array ? body : sentText(body),
  };
}

export interface CredentialSource {
  /** The right ones. */
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
  readonly variables?: ShellVariables;
}

/** The same with references in the place of the credentials. */
export function requestText(
  draft: Draft,
  { schemes, credentials, variables = new Map() }: CredentialSource,
): RequestText {
  const { credentials: plan } = draft;
  return (plan === 'right' ? schemes : plan.schemes).reduce<RequestText>((request, scheme) => {
    if (isCertificate(scheme)) return request;
    const secret = secretFor(scheme, credentials);
    const named = { secret: secret ?? '', variable: variableFor(scheme.name, variables) };
    const change = isChange(plan) && plan.scheme === scheme ? plan.value : undefined;
    if (change !== undefined) return changed(request, scheme, { change, named });
    return secret === undefined
      ? request
      : place(request, scheme, { template: rightTemplate(scheme), named });
  }, draft);
}

/** Whether one of the credentials is left out, replaced or damaged. */
export function isChange(plan: CredentialPlan): plan is CredentialChange {
  return plan !== 'right' && 'scheme' in plan;
}

/** The right header, parameter or cookie value of a scheme for a secret. */
export function rightValue(scheme: SecurityScheme, secret: string): string {
  return filledIn(rightTemplate(scheme), secret);
}

export function rightTemplate(scheme: SecurityScheme): CredentialTemplate {
  if (scheme.type === 'apiKey') return [asIs];
  return [`${schemeWord(scheme)} `, isBasic(scheme) ? inBase64([asIs]) : asIs];
}

/** The name of the scheme in front of a credential in Authorization; oauth2 and openIdConnect give bearer tokens. */
export function schemeWord(scheme: SecurityScheme): string {
  if (isBasic(scheme)) return 'Basic';
  return scheme.type === 'http' && scheme.scheme !== 'bearer' ? (scheme.scheme ?? '') : 'Bearer';
}

interface Changed {
  readonly change: CredentialValue;
  readonly named: NamedSecret;
}

function changed(request: RequestText, scheme: SecurityScheme, { change, named }: Changed): RequestText {
  switch (change.kind) {
    case 'none':
      return request;
    case 'literal':
      return place(request, scheme, { template: [change.text], named });
    case 'derived':
      return place(request, scheme, { template: change.template, named });
    case 'misplaced':
      return put(request, change, { template: [asIs], named });
  }
}

interface Value {
  readonly template: CredentialTemplate;
  readonly named: NamedSecret;
}

function place(request: RequestText, scheme: SecurityScheme, value: Value): RequestText {
  const { in: where = 'header', parameterName: name = '' } = scheme;
  return put(request, scheme.type === 'apiKey' ? { in: where, name } : authorization, value);
}

const authorization = { in: 'header', name: 'Authorization' } as const;

interface Position {
  readonly in: 'header' | 'query' | 'cookie' | 'body';
  readonly name: string;
}

function put(request: RequestText, { in: where, name }: Position, { template, named }: Value): RequestText {
  const text = (spelled: CredentialTemplate) => referring(spelled, named);
  switch (where) {
    case 'header':
      return { ...request, headers: [...request.headers, [name, text(template)]] };
    case 'cookie':
      return { ...request, headers: withCookie(request.headers, concat(`${name}=`, text(template))) };
    case 'query':
      return { ...request, path: withField(request.path, formField(name, text(encoded(template, inUrl)))) };
    case 'body':
      return isForm(request)
        ? { ...request, body: withPair(request.body, formField(name, text(encoded(template, inUrl)))) }
        : { ...request, body: withMember(request.body, name, text(encoded(template, inJson))) };
  }
}

/** Literals and credentials in the spelling of the place where they stand. */
function encoded(
  template: CredentialTemplate,
  spelled: (form: CredentialForm) => CredentialForm,
): CredentialTemplate {
  return template.map((part) => (typeof part === 'string' ? spelled(asIs).of(part) : spelled(part)));
}

function formField(name: string, value: Text): Text {
  return concat(`${percentEncoded(name)}=`, value);
}

function withField(path: Text, field: Text): Text {
  return concat(path, sentText(path).includes('?') ? '&' : '?', field);
}

/** One line of cookies, as RFC 6265 (section 5.4) requires: what is there already stays in front. */
function withCookie(headers: RequestText['headers'], pair: Text): RequestText['headers'] {
  const isCookie = ([name]: RequestText['headers'][number]) => name.toLowerCase() === 'cookie';
  const before = headers.filter(isCookie).map(([, value]) => value);
  return [...headers.filter((line) => !isCookie(line)), ['Cookie', joinedWith('; ', [...before, pair])]];
}

function isForm({ headers }: RequestText): boolean {
  const sent = headers.map(([name, value]) => [name, sentText(value)] as const);
  return /^application\/x-www-form-urlencoded\b/i.test(headerOf(sent, 'content-type') ?? '');
}

/** A field more (RFC 6750, section 2.2). */
function withPair(body: RequestText['body'], pair: Text): RequestText['body'] {
  if (typeof body !== 'string') return body;
  return body === '' ? pair : concat(body, '&', pair);
}

/** A member more, where the body is the text of a JSON object. */
function withMember(body: RequestText['body'], name: string, value: Text): RequestText['body'] {
  if (typeof body !== 'string' || !body.startsWith('{')) return body;
  return concat(`{${JSON.stringify(name)}:"`, value, `"${body === '{}' ? '' : ','}${body.slice(1)}`);
}
