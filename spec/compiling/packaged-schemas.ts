/** What OpenAPI allows and its schemas, as swagger-parser packages them, refuse: said in the way that they take. */
import { isJsonObject, type Json, type JsonObject } from '../exact-json.ts';
import { splitPointer } from '../pointer.ts';
import { fragmentOf } from '../refs/nodes.ts';

/** Path items in place of references to them, `bearer` in lower case. All else as it was. */
export function forPackagedSchemas(document: JsonObject): JsonObject {
  const { paths, components } = document;
  return {
    ...document,
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
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.has($ref)) return item;
  const there = pathItem(valueAt(document, $ref), document, new Set([...seen, $ref]));
  return isJsonObject(there) ? { ...there, ...rest } : item;
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
