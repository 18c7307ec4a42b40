/** A call that works, as a command line: path, query, credentials and body by the contract. */
import {
  isJsonType,
  type MediaType,
  type Operation,
  type Parameter,
  type SecurityScheme,
} from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { sampleOf } from '../../../spec/sample.ts';
import { isValid } from '../../../spec/validate.ts';
import { credentialFor } from '../../request/auth.ts';

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
  const args = [
    facts.isUntrusted ? '-ik' : '-i',
    ...(operation.method === 'GET' ? [] : ['-X', operation.method]),
    `${facts.url}${facts.prefix}${pathOf(operation)}${queryOf(operation, schemes, facts.token)}`,
    ...schemes.flatMap((scheme) => (isBasic(scheme) ? ['-u', credentialFor(scheme, facts.token)] : [])),
    ...headersOf(operation, schemes, facts.token).flatMap((header) => ['-H', header]),
    ...bodyOf(operation),
  ];
  return `curl ${args.map((arg) => shellQuote(arg, secret)).join(' ')}`;
}

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{([^}]*)\}/g, (_all, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(parameter === undefined ? 'sample' : textOf(parameter));
  });
}

function queryOf(operation: Operation, schemes: readonly SecurityScheme[], token: string): string {
  const keys = schemes
    .filter((scheme) => scheme.in === 'query')
    .map((scheme) => [scheme.parameterName ?? '', token]);
  const fields = [...requiredIn(operation, 'query').map((one) => [one.name, textOf(one)]), ...keys];
  const text = fields
    .map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}

function headersOf(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  token: string,
): readonly string[] {
  const media = bodyMedia(operation);
  const cookies = requiredIn(operation, 'cookie').map((one) => `${one.name}=${textOf(one)}`);
  const keys = schemes
    .filter((scheme) => scheme.in === 'cookie')
    .map((scheme) => `${scheme.parameterName}=${token}`);
  const jar = [...cookies, ...keys].join('; ');
  return [
    ...schemes.flatMap((scheme) => credentialHeader(scheme, token)),
    ...requiredIn(operation, 'header').map((one) => `${one.name}: ${textOf(one)}`),
    ...(jar === '' ? [] : [`Cookie: ${jar}`]),
    ...(media === undefined ? [] : [`Content-Type: ${media.range}`]),
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

function textOf({ schema, examples, style }: Parameter): string {
  const value =
    examples[0]?.value ?? (schema === undefined ? 'sample' : sampleOf(schema, 'request')) ?? 'sample';
  if (Array.isArray(value)) return value.map(String).join(style === 'pipeDelimited' ? '|' : ',');
  return textOfValue(value);
}

function textOfValue(value: Json): string {
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/** A body that is neither JSON nor a form is left out. */
function bodyMedia({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.content ?? [];
  return content.find(({ range }) => isJsonType(range)) ?? content.find(({ range }) => isForm(range));
}

export function sendsJson(operation: Operation): boolean {
  const media = bodyMedia(operation);
  return media !== undefined && isJsonType(media.range);
}

/** Whether a command line can hold all of the request. */
export function isSayable(operation: Operation): boolean {
  return bodyMedia(operation) !== undefined || operation.requestBody?.required !== true;
}

function isForm(range: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(range);
}

function bodyOf(operation: Operation): readonly string[] {
  const media = bodyMedia(operation);
  const value = media === undefined ? undefined : validExample(media);
  if (media === undefined || value === undefined) return [];
  return ['-d', isForm(media.range) ? formText(value) : stringifyJson(value)];
}

function formText(value: Json): string {
  const form = new URLSearchParams();
  for (const [name, one] of isJsonObject(value) ? Object.entries(value) : []) {
    for (const part of isJsonArray(one) ? one : [one]) form.append(name, textOfValue(part));
  }
  return form.toString();
}

function validExample({ schema, examples }: MediaType): Json | undefined {
  if (schema === undefined) return examples[0]?.value ?? {};
  return (
    examples.find(({ value }) => isValid(schema, value, 'request'))?.value ?? sampleOf(schema, 'request')
  );
}

/** Single quotes, with the secret replaced by the variable that holds it. */
function shellQuote(text: string, secret: string | undefined): string {
  const parts = secret === undefined ? [text] : text.split(secret);
  return parts.map(quotePart).join(`"$${TOKEN_VARIABLE}"`);
}

function quotePart(text: string): string {
  return text === '' || /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
