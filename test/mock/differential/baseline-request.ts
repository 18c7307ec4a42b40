/** The parts of a valid request; every probe is one with at most one change. */
import { credentialFor } from '../../../mock/authentication/authenticate.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Operation, type Parameter } from '../../../spec/model/contract.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';

export interface BaselineParts {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Before it is serialized in its media type. */
  readonly value: Json | undefined;
  readonly type: string | undefined;
  /** Sent unchanged instead of `value`. */
  readonly bytes?: Buffer | undefined;
}

export const TOKEN = 'mock:secret';

export function createBaseline(operation: Operation, type: string | undefined): BaselineParts {
  const media = operation.requestBody?.content.find(({ range }) => range === type);
  const wanted = operation.parameters.filter((one) => one.required);
  const base: BaselineParts = {
    operation,
    method: operation.method,
    path: pathOf(operation),
    query: wanted.filter((one) => one.in === 'query').map((one) => `${one.name}=${encoded(one)}`),
    cookies: wanted.filter((one) => one.in === 'cookie').map((one) => `${one.name}=${encoded(one)}`),
    headers: {},
    value: media?.schema === undefined ? undefined : sampleValue(media.schema, 'request'),
    type,
  };
  return withCredentials(base);
}

/** The body, serialized in its media type. */
export function writtenBody({ value, type = '', bytes }: BaselineParts): Buffer | undefined {
  if (bytes !== undefined) return bytes;
  if (value === undefined) return undefined;
  if (isJsonType(type)) return Buffer.from(stringifyJson(value));
  const fields = isJsonObject(value)
    ? Object.entries(value).map(([name, one]): [string, string] => [name, String(one)])
    : [];
  if (type.startsWith('multipart/')) return Buffer.from(multipart(fields));
  if (type.endsWith('urlencoded')) return Buffer.from(new URLSearchParams(fields).toString());
  return Buffer.from(String(value));
}

export const BOUNDARY = 'limit';

export function multipart(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

export function contentTypeOf(type: string): string {
  return type.startsWith('multipart/') ? `${type}; boundary=${BOUNDARY}` : type;
}

function pathOf({ path, parameters }: Operation): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? 'x' : encoded(parameter);
  });
}

function encoded({ schema }: Parameter): string {
  const sample = schema?.pattern === undefined ? undefined : 'en';
  const value = sample ?? (schema === undefined ? 'x' : sampleValue(schema, 'request'));
  return encodeURIComponent(String(value));
}

function withCredentials(baseline: BaselineParts): BaselineParts {
  const credentials = (baseline.operation.security[0]?.schemes ?? []).map((scheme) => ({
    place: scheme.type === 'apiKey' ? scheme.in : 'authorization',
    name: scheme.parameterName ?? '',
    value: credentialFor(scheme, TOKEN),
    isBasic: scheme.scheme === 'basic',
  }));
  const pairsIn = (place: string) =>
    credentials
      .filter((one) => one.place === place)
      .map(({ name, value }) => `${name}=${place === 'query' ? encodeURIComponent(value) : value}`);
  const headers = credentials.flatMap(({ place, name, value, isBasic }) => {
    if (place === 'header') return [[name, value] as const];
    if (place !== 'authorization') return [];
    return [['Authorization', isBasic ? `Basic ${btoa(value)}` : `Bearer ${value}`] as const];
  });
  return {
    ...baseline,
    query: [...baseline.query, ...pairsIn('query')],
    cookies: [...baseline.cookies, ...pairsIn('cookie')],
    headers: { ...baseline.headers, ...Object.fromEntries(headers) },
  };
}
