/** An example request as a curl command: path, query, credentials and body according to the contract. */

import { percentEncode } from '../../../sanitize.ts';
import { createMask } from '../../../secrets/masking.ts';
import {
  base64Encoded,
  type CredentialTemplate,
  fillTemplate,
  unchanged,
  urlEncoded,
} from '../../../shell/credential-form.ts';
import {
  type CredentialText,
  concatTexts,
  joinTexts,
  mapLiterals,
  TOKEN_VARIABLE,
  toCredentialText,
} from '../../../shell/credential-text.ts';
import { type CurlHeader, type CurlRequest, curlCommand } from '../../../shell/curl.ts';
import { isJsonType, type Operation, type Parameter, type SecurityScheme } from '../../../spec/model/contract.ts';
import { apiKeyNames, basicTemplate } from '../../authentication/authenticate.ts';
import { isForm } from '../../format/body-text.ts';
import { bodyMedia, type ExampleBody, exampleBody, exampleParameterText } from './example-body.ts';

export interface ExampleCurlOptions {
  readonly url: string;
  /** The prefix of the contract with the operation. */
  readonly prefix: string;
  readonly token: string;
  /** Whether the token is the user's; it is then replaced by a shell variable. */
  readonly isTokenSecret: boolean;
  readonly auth: boolean;
  /** Whether the certificate is self-signed. */
  readonly isUntrusted: boolean;
}

/** A command line for a POSIX shell. */
export function exampleCurl(operation: Operation | undefined, options: ExampleCurlOptions): string {
  const { origin } = new URL(options.url);
  const isInsecure = options.isUntrusted;
  if (operation === undefined)
    return curlCommand({ method: 'GET', origin, target: '/', headers: [], body: undefined, isInsecure });
  const body = exampleBody(operation);
  const request = exampleRequest(operation, options, body);
  const mask = createMask([options.isTokenSecret ? options.token : undefined]);
  return curlCommand({
    method: operation.method,
    origin,
    target: mapLiterals(request.target, mask),
    headers: request.headers.map(([name, value]) => [name, mapLiterals(value, mask)] as const),
    body: body && mask(body.text),
    isInsecure,
  });
}

function exampleRequest(
  operation: Operation,
  options: ExampleCurlOptions,
  body: ExampleBody | undefined,
): Pick<CurlRequest, 'target' | 'headers'> {
  const keys = options.auth ? (operation.security[0]?.schemes ?? []) : [];
  const credential = (template: CredentialTemplate) => credentialText(template, options);
  const fields = [
    ...parameterTexts(operation, 'query'),
    ...apiKeyNames(keys, 'query').map((name) =>
      concatTexts(`${percentEncode(name)}=`, credential([urlEncoded(unchanged)])),
    ),
  ];
  const cookies = [
    ...parameterTexts(operation, 'cookie'),
    ...apiKeyNames(keys, 'cookie').map((name) => concatTexts(`${name}=`, credential([unchanged]))),
  ];
  return {
    target: concatTexts(options.prefix, examplePath(operation), fields.length === 0 ? '' : '?', joinTexts('&', fields)),
    headers: [
      ...keys.filter(isAuthorization).map((scheme) => authorization(scheme, options)),
      ...apiKeyNames(keys, 'header').map((name) => [name, credential([unchanged])] as const),
      ...requiredParameters(operation, 'header').map((one) => [one.name, exampleParameterText(one)] as const),
      ...(cookies.length === 0 ? [] : [['Cookie', joinTexts('; ', cookies)] as const]),
      ...(body === undefined ? [] : [['Content-Type', body.type] as const]),
    ],
  };
}

/** A user's token is replaced by a variable; the default token is shown. */
function credentialText(template: CredentialTemplate, { token, isTokenSecret }: ExampleCurlOptions): CredentialText {
  return isTokenSecret
    ? toCredentialText(template, { variable: TOKEN_VARIABLE, secret: token })
    : fillTemplate(template, token);
}

function isAuthorization({ type }: SecurityScheme): boolean {
  return type !== 'apiKey' && type !== 'mutualTLS';
}

function authorization(scheme: SecurityScheme, options: ExampleCurlOptions): CurlHeader {
  if (scheme.type === 'http' && scheme.scheme === 'basic')
    return ['Authorization', credentialText(['Basic ', base64Encoded(basicTemplate(options.token))], options)];
  const schemeName = scheme.type === 'http' ? titleCase(scheme.scheme ?? 'bearer') : 'Bearer';
  return ['Authorization', credentialText([`${schemeName} `, unchanged], options)];
}

function examplePath(operation: Operation): string {
  return operation.path.replaceAll(/\{([^}]*)\}|[^\x21-\x7e]+/g, (all, name: string | undefined) => {
    if (name === undefined) return percentEncode(all);
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? 'sample' : exampleParameterText(parameter);
  });
}

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function requiredParameters(operation: Operation, where: Parameter['in']): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === where && parameter.required);
}

export function sendsJson(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media !== undefined && isJsonType(media.range);
}

/** An empty list or object is not sent at all. */
function parameterTexts(operation: Operation, where: Parameter['in']): readonly string[] {
  return requiredParameters(operation, where)
    .map(exampleParameterText)
    .filter((text) => text !== '');
}

/** Whether the request body is readable on a command line. */
export function hasReadableBody(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media === undefined || isJsonType(media.range) || isForm(media.range);
}
