/** Rewrites what OpenAPI allows but the schemas that swagger-parser packages reject into an equivalent they accept. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { decodeFragment } from '../refs/nodes.ts';

/** Resolves path item references, writes `bearer` in lower case, and so on. Everything else is unchanged. */
export function adaptForValidator(document: JsonObject): JsonObject {
  const { paths, components, info } = document;
  return {
    ...adaptServers(document),
    ...(isJsonObject(info) && { info: adaptLicense(info) }),
    ...(isJsonObject(paths) && { paths: mapValues(paths, (item) => resolvePathItem(item, document)) }),
    ...(isJsonObject(components) && { components: lowercaseHttpSchemes(components) }),
  };
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** The schema of 3.1 does not allow a reference as a path item, although OpenAPI has components of that kind. */
function resolvePathItem(item: Json, document: JsonObject, seen: ReadonlySet<string> = new Set()): Json {
  if (!isJsonObject(item)) return item;
  const { $ref, ...rest } = item;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.has($ref)) return adaptOperations(item);
  const target = resolvePathItem(valueAtRef(document, $ref), document, new Set([...seen, $ref]));
  return isJsonObject(target) ? { ...target, ...rest } : item;
}

/** A path item and each of its operations may have separate servers. */
function adaptOperations(item: JsonObject): JsonObject {
  const operations = mapValues(item, (part) => (isJsonObject(part) ? adaptServers(part) : part));
  return adaptServers(operations);
}

/** The schema of 3.1 requires a URL or an identifier for a license; the text of OpenAPI only requires its name. */
function adaptLicense(info: JsonObject): JsonObject {
  const { license } = info;
  if (!isJsonObject(license) || 'url' in license || 'identifier' in license) return info;
  return { ...info, license: { ...license, url: 'https://licence.example.com' } };
}

/** The schema of 3.1 misspells the `description` of a server variable. */
function adaptServers(container: JsonObject): JsonObject {
  const { servers } = container;
  return isJsonArray(servers) ? { ...container, servers: servers.map(adaptServerVariables) } : container;
}

function adaptServerVariables(server: Json): Json {
  if (!isJsonObject(server) || !isJsonObject(server['variables'])) return server;
  return { ...server, variables: mapValues(server['variables'], withoutDescription) };
}

function withoutDescription(variable: Json): Json {
  if (!isJsonObject(variable) || typeof variable['description'] !== 'string') return variable;
  const { description: _description, ...rest } = variable;
  return rest;
}

function valueAtRef(document: JsonObject, ref: string): Json {
  const keys = splitPointer(decodeFragment(ref));
  return keys.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), document);
}

/** Names of HTTP authentication schemes are case-insensitive (RFC 9110, section 11.1). */
function lowercaseHttpSchemes(components: JsonObject): JsonObject {
  const { securitySchemes } = components;
  if (!isJsonObject(securitySchemes)) return components;
  return { ...components, securitySchemes: mapValues(securitySchemes, lowercaseBearer) };
}

function lowercaseBearer(scheme: Json): Json {
  if (!isJsonObject(scheme) || typeof scheme['scheme'] !== 'string') return scheme;
  return /^bearer$/i.test(scheme['scheme']) ? { ...scheme, scheme: 'bearer' } : scheme;
}
