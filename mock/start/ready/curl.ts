/** A call that works, as a command line: path, query, credentials and body by the contract. */
import { isJsonType, type Operation, type Parameter, type SecurityScheme } from '../../../spec/contract.ts';
import { credentialFor } from '../../request/auth.ts';
import { bodyArguments, bodyMedia, contentTypeOf, isForm } from './body.ts';
import { inCookies, inHeader, inPath, inQuery } from './written.ts';

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

export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN';

/** A command line for a POSIX shell. */
export function curlFor(operation: Operation | undefined, facts: CurlFacts): string {
  if (operation === undefined) return `curl -i ${facts.url}`;
  const schemes = facts.auth ? (operation.security[0]?.schemes ?? []) : [];
  const secret = facts.isTokenSecret ? facts.token : undefined;
  const media = bodyMedia(operation);
  const args = [
    facts.isUntrusted ? '-ik' : '-i',
    ...methodOf(operation),
    `${facts.url}${facts.prefix}${pathOf(operation)}${queryOf(operation, schemes, facts.token)}`,
    ...schemes.flatMap((scheme) => (isBasic(scheme) ? ['-u', credentialFor(scheme, facts.token)] : [])),
    ...headersOf(operation, schemes, facts.token).flatMap((header) => ['-H', header]),
    ...(media === undefined ? [] : bodyArguments(media)),
  ];
  return `curl ${args.map((arg) => shellQuote(arg, secret)).join(' ')}`;
}

/** With `-X HEAD` curl waits for a body that never comes. */
function methodOf({ method }: Operation): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  return method === 'GET' ? [] : ['-X', method];
}

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{([^}]*)\}/g, (_all, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? 'sample' : inPath(parameter);
  });
}

function queryOf(operation: Operation, schemes: readonly SecurityScheme[], token: string): string {
  const keys = schemes
    .filter((scheme) => scheme.in === 'query')
    .map((scheme) => [scheme.parameterName ?? '', token].map(encodeURIComponent));
  const fields = [...requiredIn(operation, 'query').flatMap(inQuery), ...keys];
  const text = fields.map((field) => field.join('=')).join('&');
  return text === '' ? '' : `?${text}`;
}

function headersOf(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  token: string,
): readonly string[] {
  const media = bodyMedia(operation);
  const type = media && contentTypeOf(media);
  const cookies = requiredIn(operation, 'cookie').flatMap(inCookies);
  const keys = schemes
    .filter((scheme) => scheme.in === 'cookie')
    .map((scheme) => `${scheme.parameterName}=${token}`);
  const jar = [...cookies, ...keys].join('; ');
  return [
    ...schemes.flatMap((scheme) => credentialHeader(scheme, token)),
    ...requiredIn(operation, 'header').map((one) => `${one.name}: ${inHeader(one)}`),
    ...(jar === '' ? [] : [`Cookie: ${jar}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
}

function credentialHeader(scheme: SecurityScheme, token: string): readonly string[] {
  if (scheme.type === 'apiKey') return scheme.in === 'header' ? [`${scheme.parameterName}: ${token}`] : [];
  if (scheme.type === 'mutualTLS' || isBasic(scheme)) return [];
  return [
    `Authorization: ${scheme.type === 'http' ? titleCase(scheme.scheme ?? 'bearer') : 'Bearer'} ${token}`,
  ];
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === 'http' && scheme.scheme === 'basic';
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

/** Whether a person can read all of the request in a command line. */
export function isSayable(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media === undefined || isJsonType(media.range) || isForm(media.range);
}

/** Single quotes, with the secret replaced by the variable that holds it. */
function shellQuote(text: string, secret: string | undefined): string {
  const parts = secret === undefined ? [text] : text.split(secret);
  return parts.map(quotePart).join(`"$${TOKEN_VARIABLE}"`);
}

function quotePart(text: string): string {
  return text === '' || /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
