/** What is served, as the console and scripts want to know it; and the served documents themselves. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { kitVersion } from '../../spec/kit.ts';
import { type Contract, isSecured } from '../../spec/model/contract.ts';
import { credentialFor } from '../authentication/authenticate.ts';
import { DEFAULT_TOKEN } from '../authentication/default-token.ts';

export interface ServedContract {
  /** `/shop`, or the empty string for the one contract that has all paths. */
  readonly prefix: string;
  readonly contract: Contract;
  /** The templates of its collections, with the prefix. */
  readonly collections: readonly string[];
}

/** `token` is given out where it is the kit's own that everybody knows; a token of the user never is. */
export function serverInfo(servedContracts: readonly ServedContract[], token: string): JsonObject {
  return { kitVersion: kitVersion(), contracts: servedContracts.map((one) => contractInfo(one, token)) };
}

function contractInfo({ prefix, contract, collections }: ServedContract, token: string): JsonObject {
  return {
    prefix,
    title: contract.title,
    version: contract.version,
    collections,
    operations: contract.operations.map((operation) => ({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      statuses: operation.responses.map(({ status }) => status),
      isSecured: isSecured(operation),
    })),
    security: contract.securitySchemes.map((scheme) => ({
      name: scheme.name,
      credential: token === DEFAULT_TOKEN ? credentialFor(scheme, token) : '',
    })),
  };
}

/** With this store as the only server, so that whoever tries it out calls nobody else. */
export function servedDocument({ prefix, contract: { document } }: ServedContract): JsonObject {
  const paths = isJsonObject(document['paths']) ? mapValues(document['paths'], withoutServers) : {};
  const whole = { ...document, servers: [{ url: prefix === '' ? '/' : prefix }], paths };
  return mapValues(whole, withEncodedReferences);
}

/** `+` and `&` percent-encoded, which means the same (RFC 6901, 6): Swagger UI reads a pointer as a form. */
function withEncodedReferences(value: Json): Json {
  if (isJsonArray(value)) return value.map(withEncodedReferences);
  if (!isJsonObject(value)) return value;
  const copy = mapValues(value, withEncodedReferences);
  const target = copy['$ref'];
  if (typeof target !== 'string' || !target.startsWith('#')) return copy;
  return { ...copy, $ref: target.replaceAll(/[+&]/g, encodeURIComponent) };
}

/** Of a path item and its operations. */
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
