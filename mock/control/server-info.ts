/** Information about the served contracts for the console and scripts, and the served documents. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { kitVersion } from '../../spec/kit.ts';
import { type Contract, isSecured, type Operation } from '../../spec/model/contract.ts';
import { credentialFor } from '../authentication/authenticate.ts';
import { DEFAULT_TOKEN } from '../authentication/default-token.ts';

export interface ServedContract {
  /** `/shop`, or the empty string for a single contract at the root. */
  readonly prefix: string;
  readonly contract: Contract;
  /** The path templates of its collections, including the prefix. */
  readonly collections: readonly string[];
  /** Each user who logs in has copies of the initial records, which are not listed. */
  readonly recordsPerUser: boolean;
}

/** Credentials are included only if `token` is the public default; a configured token is never exposed. */
export function serverInfo(servedContracts: readonly ServedContract[], token: string): JsonObject {
  return { kitVersion: kitVersion(), contracts: servedContracts.map((one) => contractInfo(one, token)) };
}

function contractInfo({ prefix, contract, collections, recordsPerUser }: ServedContract, token: string): JsonObject {
  return {
    prefix,
    title: contract.title,
    version: contract.version,
    collections,
    recordsPerUser,
    operations: contract.operations.map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      statuses: operation.responses.map(({ status }) => status),
      isSecured: isSecured(operation),
      ...findable(operation),
    })),
    security: contract.securitySchemes.map((scheme) => ({
      name: scheme.name,
      credential: token === DEFAULT_TOKEN ? credentialFor(scheme, token) : '',
    })),
  };
}

/** What the search of the console reads: the first line of its summary, or of its description, and its tags. */
function findable({ description, tags = [] }: Operation): JsonObject {
  const summary = description?.split('\n', 1)[0]?.trim() ?? '';
  return { ...(summary === '' ? {} : { summary }), ...(tags.length === 0 ? {} : { tags }) };
}

/** Lists this mock as the only server, so that trying it out calls no other one. */
export function servedDocument({ prefix, contract: { document } }: ServedContract): JsonObject {
  const paths = isJsonObject(document['paths']) ? mapValues(document['paths'], withoutServers) : {};
  const whole = { ...document, servers: [{ url: prefix === '' ? '/' : prefix }], paths };
  return mapValues(whole, withEncodedReferences);
}

/**
 * `+` and `&` are percent-encoded, which is equivalent (RFC 6901, section 6): Swagger UI decodes a pointer like a form
 * value.
 */
function withEncodedReferences(value: Json): Json {
  if (isJsonArray(value)) return value.map(withEncodedReferences);
  if (!isJsonObject(value)) return value;
  const copy = mapValues(value, withEncodedReferences);
  const target = copy['$ref'];
  if (typeof target !== 'string' || !target.startsWith('#')) return copy;
  return { ...copy, $ref: target.replaceAll(/[+&]/g, encodeURIComponent) };
}

/** Removes `servers` from a path item and its operations. */
function withoutServers(item: Json): Json {
  if (!isJsonObject(item)) return item;
  const { servers: _servers, ...rest } = item;
  return mapValues(rest, (part) => {
    if (!isJsonObject(part) || isJsonArray(part)) return part;
    const { servers: _own, ...operation } = part;
    return operation;
  });
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
