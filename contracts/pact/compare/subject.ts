/** One interaction beside the operation that it is about, with what every check of the two asks for. */

import { isJsonArray, isJsonObject, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { type Contract, type Operation, type Response, responseFor } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { PactBody } from '../file/pact-parts.ts';
import { cookiesOf, type QueryField, queryFields } from './query-fields.ts';

export interface Subject {
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

/** Undefined where the contract has no such operation. */
export function subjectOf(interaction: Interaction, contract: Contract, pact: PactFile): Subject | undefined {
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
export function headerPointer(subject: Subject, part: 'request' | 'response', name: string): string {
  const base = `${subject.interaction.place.pointer}/${part}`;
  const { headers } = subject.raw[part];
  if (!isJsonObject(headers)) return base;
  const written = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return written === undefined ? `${base}/headers` : joinPointer(`${base}/headers`, written);
}

/** Whether a generator writes this header, query parameter, ... when the provider is verified. */
export function isGenerated({ raw }: Subject, part: 'header' | 'query', name: string): boolean {
  const generators = isJsonObject(raw.request.generators) ? raw.request.generators : {};
  const ofPart = isJsonObject(generators[part]) ? generators[part] : {};
  return Object.keys(ofPart).some((key) => generatorName(key) === name.toLowerCase());
}

/** `Authorization`, `$.Authorization`, `Authorization[0]`, `$['Authorization'][0]` */
function generatorName(key: string): string {
  const [, name = ''] = /^(?:\$(?:\.|\[)?)?['"]?([^'"[\]]+)/.exec(key) ?? [];
  return name.toLowerCase();
}
