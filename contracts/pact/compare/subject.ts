/** One interaction beside the operation that it is about, with what every check of the two asks for. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { type Contract, type Operation, type Response, responseFor } from '../../../spec/model/contract.ts';
import type { Interaction, PactBody } from '../file/interaction.ts';
import { operationFor } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';

export interface ComparedInteraction {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly interaction: Interaction;
  /** The path below the base path of the server, still encoded. */
  readonly path: string;
  readonly query: readonly QueryField[];
  readonly cookies: ReadonlyMap<string, string>;
  /** An empty text stands for no body in every version of the specification. */
  readonly requestBody: PactBody | undefined;
  readonly responseBody: PactBody | undefined;
  /** The objects as they stand in the pact: matching rules and generators are there. */
  readonly raw: { readonly request: JsonObject; readonly response: JsonObject };
  /** That governs the expected status. */
  readonly response: Response | undefined;
  /** The consumer expects no client or server error, so the request has to be valid. */
  readonly expectsSuccess: boolean;
  /** HTTP derives HEAD from GET; there is no body to look at. */
  readonly isDerivedHead: boolean;
}

/** A field of the query of an interaction, decoded. */
export interface QueryField {
  readonly name: string;
  readonly values: readonly string[];
  /** Into the pact. */
  readonly pointer: string;
}

/** Undefined where the contract has no such operation. */
export function subjectOf(
  interaction: Interaction,
  contract: Contract,
  pact: PactFile,
): ComparedInteraction | undefined {
  const { request, response } = interaction;
  const own = operationFor(contract, request.method, request.path);
  const isDerivedHead = own === undefined && request.method === 'HEAD';
  const operation = isDerivedHead ? operationFor(contract, 'GET', request.path) : own;
  if (operation === undefined) return undefined;
  return {
    contract,
    operation,
    interaction,
    path: belowServer(contract, operation, request.path),
    query: queryFields(request.raw.query, `${interaction.place.pointer}/request/query`),
    cookies: cookiesOf(request.headers.get('cookie')),
    requestBody: nonEmpty(request.body),
    responseBody: request.method === 'HEAD' ? undefined : nonEmpty(response.body),
    raw: { request: request.raw, response: rawResponse(pact, interaction) },
    response: responseFor(operation, response.status),
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

/** A template has as many segments as the path that it fits. */
function belowServer({ servers }: Contract, operation: Operation, path: string): string {
  const isWhole = path.split('/').length === operation.path.split('/').length;
  const base = servers.find(({ basePath }) => basePath !== '' && path.startsWith(`${basePath}/`))?.basePath;
  return isWhole || base === undefined ? path : path.slice(base.length);
}

/** Where a header stands in the pact, whatever the case of its name; the part where there are no headers. */
export function headerPointer(
  subject: ComparedInteraction,
  part: 'request' | 'response',
  name: string,
): string {
  const base = `${subject.interaction.place.pointer}/${part}`;
  const { headers } = subject.raw[part];
  if (!isJsonObject(headers)) return base;
  const written = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return written === undefined ? `${base}/headers` : joinPointer(`${base}/headers`, written);
}

/** Whether a generator writes this header, query parameter, ... when the provider is verified. */
export function isGenerated({ raw }: ComparedInteraction, part: 'header' | 'query', name: string): boolean {
  const generators = isJsonObject(raw.request.generators) ? raw.request.generators : {};
  const ofPart = isJsonObject(generators[part]) ? generators[part] : {};
  return Object.keys(ofPart).some((key) => generatorName(key) === name.toLowerCase());
}

/** `Authorization`, `$.Authorization`, `Authorization[0]`, `$['Authorization'][0]` */
function generatorName(key: string): string {
  const [, name = ''] = /^(?:\$(?:\.|\[)?)?['"]?([^'"[\]]+)/.exec(key) ?? [];
  return name.toLowerCase();
}

/** Versions 1 and 2 of the Pact specification write one string, the others an object of lists. */
export function queryFields(query: Json | undefined, pointer: string): readonly QueryField[] {
  if (typeof query === 'string') {
    const params = new URLSearchParams(query);
    return [...new Set(params.keys())].map((name) => ({ name, values: params.getAll(name), pointer }));
  }
  if (!isJsonObject(query)) return [];
  return Object.entries(query).map(([name, value]) => ({
    name,
    values: (isJsonArray(value) ? value : [value]).map(text),
    pointer: joinPointer(pointer, name),
  }));
}

/** By exact name; the first of a name counts (RFC 6265). */
export function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(/[;,]/)) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name !== '' && !cookies.has(name))
      cookies.set(name, decoded(value.join('=').replace(/^"(.*)"$/, '$1')));
  }
  return cookies;
}

/** What is no percent-encoding means itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function text(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
