/** What OpenAPI allows and its schemas, as swagger-parser packages them, refuse: said in the way that they take. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { decodeFragment } from '../refs/nodes.ts';

/** Path items in place of references to them, `bearer` in lower case, and so on. All else as it was. */
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

/** In the schema of 3.1 a path item may not be a reference, though OpenAPI has them only for that. */
function resolvePathItem(item: Json, document: JsonObject, seen: ReadonlySet<string> = new Set()): Json {
  if (!isJsonObject(item)) return item;
  const { $ref, ...rest } = item;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.has($ref)) return adaptOperations(item);
  const target = resolvePathItem(valueAtRef(document, $ref), document, new Set([...seen, $ref]));
  return isJsonObject(target) ? { ...target, ...rest } : item;
}

/** A path item and each of its operations may have servers of its own. */
function adaptOperations(item: JsonObject): JsonObject {
  const operations = mapValues(item, (part) => (isJsonObject(part) ? adaptServers(part) : part));
  return adaptServers(operations);
}

/** In the schema of 3.1 a licence needs a URL or an identifier; in the text of OpenAPI its name is enough. */
function adaptLicense(info: JsonObject): JsonObject {
  const { license } = info;
  if (!isJsonObject(license) || 'url' in license || 'identifier' in license) return info;
  return { ...info, license: { ...license, url: 'https://licence.example.com' } };
}

/** In the schema of 3.1 the description of a variable is called otherwise by mistake. */
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

/** The names of HTTP authentication schemes have no case (RFC 9110, section 11.1). */
function lowercaseHttpSchemes(components: JsonObject): JsonObject {
  const { securitySchemes } = components;
  if (!isJsonObject(securitySchemes)) return components;
  return { ...components, securitySchemes: mapValues(securitySchemes, lowercaseBearer) };
}

function lowercaseBearer(scheme: Json): Json {
  if (!isJsonObject(scheme) || typeof scheme['scheme'] !== 'string') return scheme;
  return /^bearer$/i.test(scheme['scheme']) ? { ...scheme, scheme: 'bearer' } : scheme;
}
