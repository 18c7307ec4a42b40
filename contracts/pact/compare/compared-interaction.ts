/** An interaction with its operation and everything that the checks need. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { type Contract, findResponse, type Operation, type Response } from '../../../spec/model/contract.ts';
import { findOperation } from '../file/find-operation.ts';
import type { Interaction, PactBody } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';

export interface ComparedInteraction {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly interaction: Interaction;
  /** The path relative to the base path of the server, still encoded. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly cookies: ReadonlyMap<string, string>;
  /** Undefined also for an empty string, which means no body in every version of the specification. */
  readonly requestBody: PactBody | undefined;
  readonly responseBody: PactBody | undefined;
  /** The original JSON objects, with matching rules and generators. */
  readonly raw: { readonly request: JsonObject; readonly response: JsonObject };
  /** The declared response that governs the expected status. */
  readonly response: Response | undefined;
  /** The consumer expects no client or server error, so the request must be valid. */
  readonly expectsSuccess: boolean;
  /** The operation is GET and the request HEAD, which HTTP derives from GET; there is no body to check. */
  readonly isDerivedHead: boolean;
}

/** A decoded query parameter of an interaction. */
export interface QueryParameter {
  readonly name: string;
  readonly values: readonly string[];
  /** JSON Pointer into the pact. */
  readonly pointer: string;
}

/** Undefined if the contract has no such operation. */
export function findComparedInteraction(
  interaction: Interaction,
  contract: Contract,
  pact: PactFile,
): ComparedInteraction | undefined {
  const { request, response } = interaction;
  const exactOperation = findOperation(contract, request.method, request.path);
  const isDerivedHead = exactOperation === undefined && request.method === 'HEAD';
  const operation = isDerivedHead ? findOperation(contract, 'GET', request.path) : exactOperation;
  if (operation === undefined) return undefined;
  return {
    contract,
    operation,
    interaction,
    path: pathBelowServer(contract, operation, request.path),
    query: parseQuery(request.raw.query, `${interaction.place.pointer}/request/query`),
    cookies: parseCookies(request.headers.get('cookie')),
    requestBody: nonEmpty(request.body),
    responseBody: request.method === 'HEAD' ? undefined : nonEmpty(response.body),
    raw: { request: request.raw, response: rawResponse(pact, interaction) },
    response: findResponse(operation, response.status),
    expectsSuccess: response.status < 400,
    isDerivedHead,
  };
}

function nonEmpty(body: PactBody | undefined): PactBody | undefined {
  return body?.json === '' ? undefined : body;
}

function rawResponse({ value }: PactFile, { index }: Interaction): JsonObject {
  const entry = isJsonArray(value.interactions) ? value.interactions[index] : undefined;
  const response = isJsonObject(entry) ? entry.response : undefined;
  return isJsonObject(response) ? response : {};
}

/** A path that already has as many segments as the template has no base path. */
function pathBelowServer({ servers }: Contract, operation: Operation, path: string): string {
  const isWhole = path.split('/').length === operation.path.split('/').length;
  const base = servers.find(({ basePath }) => basePath !== '' && path.startsWith(`${basePath}/`))?.basePath;
  return isWhole || base === undefined ? path : path.slice(base.length);
}

/** JSON Pointer to a header, whatever the case of its name; to the request or response if it has no headers. */
export function headerPointer(subject: ComparedInteraction, part: 'request' | 'response', name: string): string {
  const base = `${subject.interaction.place.pointer}/${part}`;
  const { headers } = subject.raw[part];
  if (!isJsonObject(headers)) return base;
  const headerName = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return headerName === undefined ? `${base}/headers` : joinPointer(`${base}/headers`, headerName);
}

/** Whether a generator sets this header or query parameter when the provider is verified. */
export function hasGenerator({ raw }: ComparedInteraction, part: 'header' | 'query', name: string): boolean {
  const generators = isJsonObject(raw.request.generators) ? raw.request.generators : {};
  const partGenerators = isJsonObject(generators[part]) ? generators[part] : {};
  return Object.keys(partGenerators).some((key) => generatorName(key) === name.toLowerCase());
}

/** `Authorization`, `$.Authorization`, `Authorization[0]`, `$['Authorization'][0]` */
function generatorName(key: string): string {
  const [, name = ''] = /^(?:\$(?:\.|\[)?)?['"]?([^'"[\]]+)/.exec(key) ?? [];
  return name.toLowerCase();
}

/** Versions 1 and 2 of the Pact specification have one string, later versions an object of arrays. */
export function parseQuery(query: Json | undefined, pointer: string): readonly QueryParameter[] {
  if (typeof query === 'string') {
    const params = new URLSearchParams(query);
    return [...new Set(params.keys())].map((name) => ({ name, values: params.getAll(name), pointer }));
  }
  if (!isJsonObject(query)) return [];
  return Object.entries(query).map(([name, value]) => ({
    name,
    values: (isJsonArray(value) ? value : [value]).map(valueText),
    pointer: joinPointer(pointer, name),
  }));
}

/** By exact name; the first of several with one name counts (RFC 6265). */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(/[;,]/)) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name !== '' && !cookies.has(name)) cookies.set(name, percentDecoded(value.join('=').replace(/^"(.*)"$/, '$1')));
  }
  return cookies;
}

/** Invalid percent-encoding stays unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valueText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
