/** Converts a part of a document and all parts in it. */
import { additionalOperationsKey, queryKey } from '../compiling/operation-nodes.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { type Child, childUnder, type RepairedPart } from '../repair/document-shape.ts';
import { childSpot, type Spot } from '../source/origins.ts';
import type { ConversionContext } from './part-rule.ts';
import { partRules } from './part-rules.ts';

export function convertPart(kind: RepairedPart, part: Json, spot: Spot, context: ConversionContext): Json {
  if (!isJsonObject(part)) return part;
  context.origins.add(spot);
  const converted = partRules[kind]?.(part, spot, context) ?? { part, sources: new Map<string, string>() };
  return Object.fromEntries(
    Object.entries(converted.part).map(([key, value]) => {
      const from = converted.sources.get(key);
      const at = from === undefined ? childSpot(spot, key) : { to: childSpot(spot, key).to, from };
      if (from !== undefined) context.origins.add(at);
      if (key === queryKey) return [key, moveOperation('QUERY', value, at.from, context)];
      if (key === additionalOperationsKey && isJsonObject(value))
        return [key, mapMembers(value, at, (method, one, { from }) => moveOperation(method, one, from, context))];
      const child = childUnder(kind, key);
      return [key, child === undefined ? value : convertChild(child, value, at, context)];
    }),
  );
}

/** Puts an operation where 3.1 has one, so that it is validated as such, and returns a reference to it. */
function moveOperation(method: string, operation: Json, from: string, context: ConversionContext): Json {
  const { pathItems } = context;
  const name = `${method.replaceAll(/[^\w.-]/g, '-')}-${pathItems.size + 1}`;
  // Reserved, so that operations within it get other names.
  pathItems.set(name, {});
  const to = `/components/pathItems/${name}/post`;
  pathItems.set(name, { post: convertPart('operation', operation, { to, from }, context) });
  return { $ref: `#${to}` };
}

function mapMembers(value: JsonObject, spot: Spot, convert: (key: string, item: Json, spot: Spot) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, convert(key, item, childSpot(spot, key))]),
  );
}

function convertChild(child: Child, value: Json, spot: Spot, context: ConversionContext): Json {
  if (child.in === 'key') return convertPart(child.kind, value, spot, context);
  if (child.in === 'list' && isJsonArray(value))
    return value.map((item, index) => convertPart(child.kind, item, childSpot(spot, index), context));
  if (child.in !== 'map' || !isJsonObject(value)) return value;
  return mapMembers(value, spot, (_key, item, { to, from }) => {
    const shared = sharedMediaType(child, item, context) ?? { value: item, from };
    return convertPart(child.kind, shared.value, { to, from: shared.from }, context);
  });
}

const MEDIA_TYPES = '#/components/mediaTypes/';

/** The target of a reference to a shared media type, which 3.1 does not have. */
function sharedMediaType({ kind }: Child, item: Json, { document }: ConversionContext) {
  const ref = isJsonObject(item) ? item['$ref'] : undefined;
  if (kind !== 'media type' || typeof ref !== 'string' || !ref.startsWith(MEDIA_TYPES)) return undefined;
  const { components } = document;
  const shared = isJsonObject(components) ? components['mediaTypes'] : undefined;
  const name = ref.slice(MEDIA_TYPES.length).replaceAll('~1', '/').replaceAll('~0', '~');
  const value = shared !== undefined && isJsonObject(shared) ? shared[name] : undefined;
  return value === undefined ? undefined : { value, from: ref.slice(1) };
}
