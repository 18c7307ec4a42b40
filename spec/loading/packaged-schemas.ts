/** What OpenAPI allows and its schemas, as swagger-parser packages them, refuse: said in the way that they take. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { fragmentOf } from '../refs/nodes.ts';

/** Path items in place of references to them, `bearer` in lower case, and so on. All else as it was. */
export function forPackagedSchemas(document: JsonObject): JsonObject {
  const { paths, components, info } = document;
  return {
    ...withPlainServers(document),
    ...(isJsonObject(info) && { info: withPlainLicense(info) }),
    ...(isJsonObject(paths) && { paths: mapped(paths, (item) => pathItem(item, document)) }),
    ...(isJsonObject(components) && { components: inLowerCase(components) }),
  };
}

function mapped(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** In the schema of 3.1 a path item may not be a reference, though OpenAPI has them only for that. */
function pathItem(item: Json, document: JsonObject, seen: ReadonlySet<string> = new Set()): Json {
  if (!isJsonObject(item)) return item;
  const { $ref, ...rest } = item;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.has($ref)) return withPlainOperations(item);
  const there = pathItem(valueAt(document, $ref), document, new Set([...seen, $ref]));
  return isJsonObject(there) ? { ...there, ...rest } : item;
}

/** A path item and each of its operations may have servers of its own. */
function withPlainOperations(item: JsonObject): JsonObject {
  const operations = mapped(item, (part) => (isJsonObject(part) ? withPlainServers(part) : part));
  return withPlainServers(operations);
}

/** In the schema of 3.1 a licence needs a URL or an identifier; in the text of OpenAPI its name is enough. */
function withPlainLicense(info: JsonObject): JsonObject {
  const { license } = info;
  if (!isJsonObject(license) || 'url' in license || 'identifier' in license) return info;
  return { ...info, license: { ...license, url: 'https://licence.example.com' } };
}

/** In the schema of 3.1 the description of a variable is called otherwise by mistake. */
function withPlainServers(holder: JsonObject): JsonObject {
  const { servers } = holder;
  return isJsonArray(servers) ? { ...holder, servers: servers.map(withPlainVariables) } : holder;
}

function withPlainVariables(server: Json): Json {
  if (!isJsonObject(server) || !isJsonObject(server['variables'])) return server;
  return { ...server, variables: mapped(server['variables'], withoutDescription) };
}

function withoutDescription(variable: Json): Json {
  if (!isJsonObject(variable) || typeof variable['description'] !== 'string') return variable;
  const { description: _words, ...rest } = variable;
  return rest;
}

function valueAt(document: JsonObject, ref: string): Json {
  const keys = splitPointer(fragmentOf(ref));
  return keys.reduce<Json>((value, key) => (isJsonObject(value) ? (value[key] ?? null) : null), document);
}

/** The names of HTTP authentication schemes have no case (RFC 9110, section 11.1). */
function inLowerCase(components: JsonObject): JsonObject {
  const { securitySchemes } = components;
  if (!isJsonObject(securitySchemes)) return components;
  return { ...components, securitySchemes: mapped(securitySchemes, withPlainName) };
}

function withPlainName(scheme: Json): Json {
  if (!isJsonObject(scheme) || typeof scheme['scheme'] !== 'string') return scheme;
  return /^bearer$/i.test(scheme['scheme']) ? { ...scheme, scheme: 'bearer' } : scheme;
}
