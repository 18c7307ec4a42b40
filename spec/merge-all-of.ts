/** `allOf` merged away in a raw document, for libraries that merge it wrongly themselves. */
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject, sameJson } from './exact-json.ts';
import { splitPointer } from './source.ts';

/**
 * The same document with every `allOf` folded into the schema that bears it: `required` united, `properties` united,
 * the tighter of two bounds. What two schemas say that no single one can say stays in an `allOf`.
 */
export function mergeAllOfDocument(document: JsonObject): JsonObject {
  const merged = merge(document, document, []);
  return isJsonObject(merged) ? merged : document;
}

function merge(value: Json, document: JsonObject, trail: readonly JsonObject[]): Json {
  if (isJsonArray(value)) return value.map((item) => merge(item, document, trail));
  if (!isJsonObject(value) || trail.includes(value)) return value;
  const inside = [...trail, value];
  const { allOf, ...rest } = value;
  if (!isJsonArray(allOf)) return mapValues(value, (part) => merge(part, document, inside));
  const parts = [rest, ...allOf.map((part) => resolve(part, document))];
  const folded = parts.reduce((all, part) => combine(all, part), {});
  // A combined property may bear a new allOf of its own, so the result is walked again.
  return mapValues(folded, (part) => merge(part, document, inside));
}

function resolve(part: Json, document: JsonObject): JsonObject {
  const target = followRef(part, document);
  const { allOf, ...rest } = target;
  if (!isJsonArray(allOf)) return target;
  return [rest, ...allOf.map((nested) => resolve(nested, document))].reduce(
    (all, next) => combine(all, next),
    {},
  );
}

function followRef(part: Json, document: JsonObject): JsonObject {
  if (!isJsonObject(part)) return {};
  const ref = part['$ref'];
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return part;
  const target = splitPointer(decodeURIComponent(ref.slice(1))).reduce<Json | undefined>(
    (at, key) => (isJsonObject(at) ? at[key] : isJsonArray(at) ? at[Number(key)] : undefined),
    document,
  );
  return isJsonObject(target) && target !== part ? followRef(target, document) : {};
}

function combine(a: JsonObject, b: JsonObject): JsonObject {
  const residue: Record<string, Json> = {};
  const combined: Record<string, Json> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const mine = a[keyword];
    const both = mine === undefined ? value : combineKeyword(keyword, mine, value);
    if (both === undefined) residue[keyword] = value;
    else combined[keyword] = both;
  }
  if (Object.keys(residue).length === 0) return combined;
  const { allOf } = combined;
  return { ...combined, allOf: [...(isJsonArray(allOf) ? allOf : []), residue] };
}

/** One value that says both, or undefined where there is none. */
function combineKeyword(keyword: string, a: Json, b: Json): Json | undefined {
  if (sameJson(a, b)) return a;
  if (keyword === 'required' && isJsonArray(a) && isJsonArray(b)) return [...new Set([...a, ...b])];
  if (keyword === 'properties' && isJsonObject(a) && isJsonObject(b)) return unite(a, b);
  if (keyword === 'enum' && isJsonArray(a) && isJsonArray(b)) {
    return a.filter((value) => b.some((other) => sameJson(value, other)));
  }
  if (lowerBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a > b ? a : b;
  if (upperBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a < b ? a : b;
  return annotations.has(keyword) ? a : undefined;
}

const lowerBounds = new Set(['minimum', 'minLength', 'minItems', 'minProperties']);
const upperBounds = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'externalDocs',
  'xml',
]);

function unite(a: JsonObject, b: JsonObject): JsonObject {
  const united: Record<string, Json> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const mine = united[name];
    united[name] = mine === undefined || sameJson(mine, schema) ? schema : { allOf: [mine, schema] };
  }
  return united;
}

function mapValues(value: JsonObject, map: (part: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
}
