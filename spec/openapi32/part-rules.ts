/** What OpenAPI 3.2 has and 3.1 has not, by kind of part. */
import { additionalOperationsKey, queryKey } from '../compiling/operation-nodes.ts';
import { itemSchemaKey } from '../compiling/read-messages.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairedPart } from '../repair/document-shape.ts';
import type { Spot } from '../source/origins.ts';
import type { ConversionContext, ConvertedPart, PartRule } from './part-rule.ts';
import { convertSchemaKeys } from './schema-keys.ts';

const noSources: ReadonlyMap<string, string> = new Map();

export const partRules: Partial<Record<RepairedPart, PartRule>> = {
  document: ({ $self: _self, tags, servers, ...rest }) => ({
    part: {
      ...rest,
      openapi: '3.1.1',
      ...(servers !== undefined && { servers: withoutKeys(servers, ['name']) }),
      ...(tags !== undefined && { tags: withoutKeys(tags, ['summary', 'parent', 'kind']) }),
    },
    sources: noSources,
  }),
  components: ({ mediaTypes: _mediaTypes, ...part }) => ({ part, sources: noSources }),
  'path item': convertPathItem,
  operation: withNamelessServers,
  link: withNamelessServers,
  parameter: convertParameter,
  response: ({ summary: _summary, ...part }) => ({
    part: { ...part, ...(part['$ref'] === undefined && { description: part['description'] ?? '' }) },
    sources: noSources,
  }),
  'media type': convertMediaType,
  encoding: dropNested,
  example: convertExample,
  'security scheme': convertSecurityScheme,
  schema: (part, spot, context) => ({ part: convertSchemaKeys(part, spot, context), sources: noSources }),
};

function convertPathItem({ query, additionalOperations, ...rest }: JsonObject, spot: Spot): ConvertedPart {
  const { servers } = rest;
  return {
    part: {
      ...rest,
      ...(servers !== undefined && { servers: withoutKeys(servers, ['name']) }),
      ...(query !== undefined && { [queryKey]: query }),
      ...(additionalOperations !== undefined && { [additionalOperationsKey]: additionalOperations }),
    },
    sources: new Map([
      [queryKey, joinPointer(spot.from, 'query')],
      [additionalOperationsKey, joinPointer(spot.from, 'additionalOperations')],
    ]),
  };
}

function withNamelessServers(part: JsonObject): ConvertedPart {
  const { servers, server } = part;
  return {
    part: {
      ...part,
      ...(servers !== undefined && { servers: withoutKeys(servers, ['name']) }),
      ...(server !== undefined && { server: withoutKey(server, ['name']) }),
    },
    sources: noSources,
  };
}

function withoutKeys(list: Json, keys: readonly string[]): Json {
  return isJsonArray(list) ? list.map((item) => withoutKey(item, keys)) : list;
}

function withoutKey(value: Json, keys: readonly string[]): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

const FORM = 'application/x-www-form-urlencoded';

/** The whole query string as a form is what an exploded object is in 3.1. */
function convertParameter(part: JsonObject, { from }: Spot, { note }: ConversionContext): ConvertedPart {
  if (part['style'] === 'cookie') return { part: { ...part, style: 'form' }, sources: noSources };
  if (part['in'] !== 'querystring') return { part, sources: noSources };
  const { content, ...rest } = part;
  const form = content !== undefined && isJsonObject(content) ? content[FORM] : undefined;
  const schema = form !== undefined && isJsonObject(form) ? form['schema'] : undefined;
  const query = { ...rest, in: 'query', style: 'form', explode: true, schema: schema ?? {} };
  if (schema === undefined)
    note({
      pointer: joinPointer(from, 'content'),
      what: 'a query string that is no form',
      effect: 'it is sent as a form, and not validated',
    });
  const source = `${joinPointer(joinPointer(joinPointer(from, 'content'), FORM), 'schema')}`;
  return { part: query, sources: new Map(schema === undefined ? [] : [['schema', source]]) };
}

const itemEncodings = ['prefixEncoding', 'itemEncoding'];

function convertMediaType(part: JsonObject, { from }: Spot, { note }: ConversionContext): ConvertedPart {
  for (const key of itemEncodings.filter((one) => part[one] !== undefined))
    note({
      pointer: joinPointer(from, key),
      what: `"${key}" of a media type`,
      effect: 'parts have their default encoding',
    });
  const { itemSchema, ...rest } = without(part, itemEncodings);
  if (itemSchema === undefined) return { part: rest, sources: noSources };
  return {
    part: { ...rest, [itemSchemaKey]: itemSchema },
    sources: new Map([[itemSchemaKey, joinPointer(from, 'itemSchema')]]),
  };
}

/** Encodings of the parts of a part. */
function dropNested(part: JsonObject, { from }: Spot, { note }: ConversionContext): ConvertedPart {
  const nested = ['encoding', 'prefixEncoding', 'itemEncoding'].filter((key) => part[key] !== undefined);
  for (const key of nested)
    note({
      pointer: joinPointer(from, key),
      what: `"${key}" in an encoding`,
      effect: 'parts within a part have their default encoding',
    });
  return { part: without(part, nested), sources: noSources };
}

/** A serialized value is text for people; without a data value there is none. */
function convertExample(part: JsonObject, { from }: Spot): ConvertedPart {
  const { dataValue, serializedValue: _serialized, ...rest } = part;
  if (dataValue === undefined) return { part: rest, sources: noSources };
  return { part: { ...rest, value: dataValue }, sources: new Map([['value', joinPointer(from, 'dataValue')]]) };
}

function convertSecurityScheme(part: JsonObject): ConvertedPart {
  const { flows, ...rest } = without(part, ['deprecated', 'oauth2MetadataUrl']);
  const known = flows === undefined ? undefined : withoutKey(flows, ['deviceAuthorization']);
  return { part: { ...rest, ...(known !== undefined && { flows: known }) }, sources: noSources };
}

function without(part: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(part).filter(([key]) => !keys.includes(key)));
}
