/** A call that works, as a command line: path, query, credentials and body by the contract. */
import { masking } from '../../../secrets/masking.ts';
import { asIs, type CredentialTemplate, filledIn, inBase64, inUrl } from '../../../shell/credential-form.ts';
import { type CurlHeader, type CurlRequest, curlLine } from '../../../shell/curl.ts';
import {
  concat,
  joinedWith,
  mapLiterals,
  referring,
  type Text,
  TOKEN_VARIABLE,
} from '../../../shell/text.ts';
import {
  isJsonType,
  type Operation,
  type Parameter,
  type SecurityScheme,
} from '../../../spec/model/contract.ts';
import { percentEncoded } from '../../../text.ts';
import { basicTemplate, keyNames } from '../../authenticate/authenticate.ts';
import { isForm } from '../../format/body-text.ts';
import { bodyMedia, type FirstBody, firstBody, firstValue } from './body.ts';

export interface CurlFacts {
  readonly url: string;
  /** Of the contract that the operation is from. */
  readonly prefix: string;
  readonly token: string;
  /** The token is the user's own: then it is not shown, and the shell is to fill it in. */
  readonly isTokenSecret: boolean;
  readonly auth: boolean;
  /** The certificate is one that nobody trusts yet. */
  readonly isUntrusted: boolean;
}

/** A command line for a POSIX shell. */
export function curlFor(operation: Operation | undefined, facts: CurlFacts): string {
  const { origin } = new URL(facts.url);
  const isInsecure = facts.isUntrusted;
  if (operation === undefined)
    return curlLine({ method: 'GET', origin, target: '/', headers: [], body: undefined, isInsecure });
  const body = firstBody(operation);
  const call = callOf(operation, facts, body);
  const mask = masking([facts.isTokenSecret ? facts.token : undefined]);
  return curlLine({
    method: operation.method,
    origin,
    target: mapLiterals(call.target, mask),
    headers: call.headers.map(([name, value]) => [name, mapLiterals(value, mask)] as const),
    body: body && mask(body.text),
    isInsecure,
  });
}

function callOf(
  operation: Operation,
  facts: CurlFacts,
  body: FirstBody | undefined,
): Pick<CurlRequest, 'target' | 'headers'> {
  const keys = facts.auth ? (operation.security[0]?.schemes ?? []) : [];
  const credential = (template: CredentialTemplate) => credentialText(template, facts);
  const fields = [
    ...valuesIn(operation, 'query'),
    ...keyNames(keys, 'query').map((name) => concat(`${percentEncoded(name)}=`, credential([inUrl(asIs)]))),
  ];
  const cookies = [
    ...valuesIn(operation, 'cookie'),
    ...keyNames(keys, 'cookie').map((name) => concat(`${name}=`, credential([asIs]))),
  ];
  return {
    target: concat(facts.prefix, pathOf(operation), fields.length === 0 ? '' : '?', joinedWith('&', fields)),
    headers: [
      ...keys.filter(isAuthorization).map((scheme) => authorization(scheme, facts)),
      ...keyNames(keys, 'header').map((name) => [name, credential([asIs])] as const),
      ...requiredIn(operation, 'header').map((one) => [one.name, firstValue(one)] as const),
      ...(cookies.length === 0 ? [] : [['Cookie', joinedWith('; ', cookies)] as const]),
      ...(body === undefined ? [] : [['Content-Type', body.type] as const]),
    ],
  };
}

/** The user's own token is a variable; that of the kit stands as it is. */
function credentialText(template: CredentialTemplate, { token, isTokenSecret }: CurlFacts): Text {
  return isTokenSecret
    ? referring(template, { variable: TOKEN_VARIABLE, secret: token })
    : filledIn(template, token);
}

function isAuthorization({ type }: SecurityScheme): boolean {
  return type !== 'apiKey' && type !== 'mutualTLS';
}

function authorization(scheme: SecurityScheme, facts: CurlFacts): CurlHeader {
  if (scheme.type === 'http' && scheme.scheme === 'basic')
    return ['Authorization', credentialText(['Basic ', inBase64(basicTemplate(facts.token))], facts)];
  const word = scheme.type === 'http' ? titleCase(scheme.scheme ?? 'bearer') : 'Bearer';
  return ['Authorization', credentialText([`${word} `, asIs], facts)];
}

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{([^}]*)\}|[^\x21-\x7e]+/g, (all, name: string | undefined) => {
    if (name === undefined) return percentEncoded(all);
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? 'sample' : firstValue(parameter);
  });
}

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function requiredIn(operation: Operation, where: Parameter['in']): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === where && parameter.required);
}

export function sendsJson(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media !== undefined && isJsonType(media.range);
}

/** An empty list or object leaves nothing to send. */
function valuesIn(operation: Operation, where: Parameter['in']): readonly string[] {
  return requiredIn(operation, where)
    .map(firstValue)
    .filter((text) => text !== '');
}

/** Whether a person can read all of the request in a command line. */
export function isSayable(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media === undefined || isJsonType(media.range) || isForm(media.range);
}
