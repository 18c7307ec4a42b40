/** Equivalent forms of whole documents, for which no request or response is validated differently. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../spec/json/pointer.ts';

export type Rewrite =
  | 'as JSON'
  | 'as 3.1'
  | 'as 3.0'
  | 'keys in reverse'
  | 'references inlined'
  | 'schemas renamed'
  | 'allOf of one'
  | 'oneOf of one'
  | 'security at each operation'
  | 'parameters at each operation'
  | 'parameters by reference'
  | 'no descriptions'
  | 'defaults written out';

/** What each rewrite does with a document, and to what it gives back. */
export const rewrites: Readonly<Record<Rewrite, (document: Json) => Json>> = {
  'as JSON': (document) => document,
  'as 3.1': (document) => withVersion(everyObject(document, upgraded), '3.1.0'),
  'as 3.0': (document) => withVersion(everyObject(document, downgraded), '3.0.3'),
  'keys in reverse': (document) => everyObject(document, reversed),
  'references inlined': (document) => inlined(document, document, []),
  'schemas renamed': renamed,
  'allOf of one': (document) => everySchema(document, (schema) => ({ allOf: [schema] })),
  'oneOf of one': (document) => everySchema(document, (schema) => ({ oneOf: [schema] })),
  'security at each operation': securityAtOperations,
  'parameters at each operation': (document) => everyPath(document, parametersAtOperations),
  'parameters by reference': parametersByReference,
  'no descriptions': (document) => everyObject(document, withoutDescriptions),
  'defaults written out': (document) => everyObject(document, withDefaults),
};

/** From the inside out; values under `examples` are also rewritten, which does no harm. */
function everyObject(value: Json, change: (part: JsonObject) => JsonObject): Json {
  if (isJsonArray(value)) return value.map((part) => everyObject(part, change));
  if (!isJsonObject(value)) return value;
  return change(mapped(value, (part) => everyObject(part, change)));
}

function mapped(value: JsonObject, change: (part: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part, key)]));
}

function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function withVersion(document: Json, openapi: string): Json {
  return isJsonObject(document) ? { ...document, openapi } : document;
}

/** `nullable` becomes a type, the bounds that are booleans become numbers; the licence of 3.1 has an identifier or a URL. */
function upgraded(part: JsonObject): JsonObject {
  const { license } = part;
  const schema = isJsonObject(license) ? { ...part, license: { identifier: 'MIT', ...license } } : part;
  const bounded = exclusive(exclusive(schema, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
  const { nullable, type } = bounded;
  if (typeof nullable !== 'boolean') return bounded;
  const rest = without(bounded, 'nullable');
  return nullable && typeof type === 'string' ? { ...rest, type: [type, 'null'] } : rest;
}

function exclusive(schema: JsonObject, bound: string, keyword: string): JsonObject {
  const { [keyword]: isExclusive, [bound]: limit } = schema;
  if (typeof isExclusive !== 'boolean') return schema;
  const rest = without(schema, keyword);
  return isExclusive && limit !== undefined ? { ...without(rest, bound), [keyword]: limit } : rest;
}

/** A type with null becomes `nullable`, and `true` the empty schema. */
function downgraded(schema: JsonObject): JsonObject {
  const { type, value } = schema;
  const opened = value === true ? { ...schema, value: {} } : schema;
  if (!isJsonArray(type) || type.length !== 2) return opened;
  const [other] = type.filter((name) => name !== 'null');
  return other === undefined ? opened : { ...opened, type: other, nullable: true };
}

function reversed(part: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(part).toReversed());
}

/** Keeps circular references, references with siblings, and the options of a discriminator, which selects them by name. */
function inlined(value: Json, root: Json, within: readonly string[]): Json {
  if (isJsonArray(value)) return value.map((part) => inlined(part, root, within));
  if (!isJsonObject(value) || 'discriminator' in value) return value;
  const { $ref } = value;
  if (typeof $ref !== 'string') return mapped(value, (part) => inlined(part, root, within));
  if (within.includes($ref) || Object.keys(value).length > 1) return value;
  const found = splitPointer($ref.slice(1)).reduce(member, root);
  return inlined(found, root, [...within, $ref]);
}

function member(value: Json, key: string): Json {
  const found = isJsonObject(value) ? value[key] : undefined;
  if (found === undefined) throw new Error(`there is no ${key}`);
  return found;
}

const schemas = '#/components/schemas/';

function renamed(value: Json): Json {
  const texts = everyText(value, (text) => (text.startsWith(schemas) ? `${text}Anew` : text));
  return atComponents(texts, 'schemas', (all) =>
    Object.fromEntries(Object.entries(all).map(([name, schema]) => [`${name}Anew`, schema])),
  );
}

function everyText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (isJsonArray(value)) return value.map((part) => everyText(part, change));
  return isJsonObject(value) ? mapped(value, (part) => everyText(part, change)) : value;
}

function atComponents(document: Json, kind: string, change: (all: JsonObject) => JsonObject): Json {
  if (!isJsonObject(document)) return document;
  const { components = {} } = document;
  if (!isJsonObject(components)) return document;
  const { [kind]: all = {} } = components;
  return isJsonObject(all) ? { ...document, components: { ...components, [kind]: change(all) } } : document;
}

function everySchema(document: Json, change: (schema: Json) => Json): Json {
  return atComponents(document, 'schemas', (all) => mapped(all, change));
}

function everyPath(document: Json, change: (item: JsonObject) => JsonObject): Json {
  if (!isJsonObject(document)) return document;
  const { paths = {} } = document;
  if (!isJsonObject(paths)) return document;
  return { ...document, paths: mapped(paths, (item) => (isJsonObject(item) ? change(item) : item)) };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function everyOperation(item: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  return mapped(item, (part, key) => (methods.includes(key) && isJsonObject(part) ? change(part) : part));
}

function securityAtOperations(document: Json): Json {
  if (!isJsonObject(document)) return document;
  const { security = [] } = document;
  const rest = without(document, 'security');
  return everyPath(rest, (item) => everyOperation(item, (operation) => ({ security, ...operation })));
}

function parametersAtOperations(item: JsonObject): JsonObject {
  const { parameters } = item;
  if (!isJsonArray(parameters)) return item;
  return everyOperation(without(item, 'parameters'), (operation) => {
    const { parameters: own = [] } = operation;
    return { ...operation, parameters: [...(isJsonArray(own) ? own : []), ...parameters] };
  });
}

function parametersByReference(document: Json): Json {
  const shared: Record<string, Json> = {};
  const refer = (part: JsonObject): JsonObject => {
    const { parameters } = part;
    if (!isJsonArray(parameters)) return part;
    const references = parameters.map((parameter) => {
      const name = `P${Object.keys(shared).length}`;
      shared[name] = parameter;
      return { $ref: `#/components/parameters/${name}` };
    });
    return { ...part, parameters: references };
  };
  const referring = everyPath(document, (item) => refer(everyOperation(item, refer)));
  return atComponents(referring, 'parameters', (all) => ({ ...all, ...shared }));
}

/** Not where these are names of properties, or the required description of a response. */
function withoutDescriptions(part: JsonObject): JsonObject {
  const words = Object.entries(part).filter(
    ([key, value]) => ['description', 'summary', 'title', 'example'].includes(key) && typeof value === 'string',
  );
  const isNeeded =
    'version' in part || 'content' in part || 'headers' in part || Object.keys(part).length === words.length;
  return isNeeded ? part : without(part, ...words.map(([key]) => key), 'examples');
}

const styles: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

function withDefaults(part: JsonObject): JsonObject {
  const { in: place, schema, type } = part;
  const style = typeof place === 'string' ? styles[place] : undefined;
  if (style !== undefined && schema !== undefined && type === undefined)
    return { required: false, style, explode: style === 'form', deprecated: false, ...part };
  if (type === 'array' && 'items' in part) return { uniqueItems: false, minItems: 0, ...part };
  if (type === 'string') return { minLength: 0, ...part };
  return part;
}
