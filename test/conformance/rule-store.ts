/** Collections of records with a rule that no schema states, such as a unique property or a reference. */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { temporaryFolder } from '../pact/support.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

export interface RuleRequest {
  readonly sent: Json;
  readonly text: string;
  readonly url: URL;
  /** The other records of the collection. */
  readonly others: readonly JsonObject[];
  /** The records of any collection, by its path. */
  recordsOf(collection: string): readonly JsonObject[];
}

export interface RuleCollection {
  /** Such as `/things`; below `/things/{thingsId}` for a nested one. */
  readonly path: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly query?: readonly JsonObject[];
  /** Of the operation that creates a record. */
  readonly description?: string;
  readonly isForm?: boolean;
  /** A create sends a list of records. */
  readonly isBulk?: boolean;
  /** The property that names a record; by default the implementation numbers them. */
  readonly key?: string;
  /** Only records are created. */
  readonly isCreateOnly?: boolean;
  /** The status of the rejection; undefined where the request is accepted. */
  reject(request: RuleRequest): number | undefined;
  /** Which record a GET shows, of all in the order of their creation; by default the one in the path. */
  shown?(record: JsonObject, all: readonly JsonObject[]): JsonObject;
  /** What a create returns; by default the record. */
  returned?(record: JsonObject): JsonObject;
}

const FORM = 'application/x-www-form-urlencoded';
const id = { type: 'integer', minimum: 1, maximum: 2_000_000_000 };
const rejections = Object.fromEntries(
  [400, 404, 409, 415, 422].map((status) => [status, { description: 'The error' }] as const),
);

export async function ruleContract(collections: readonly RuleCollection[]): Promise<Contract> {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Rules', version: '1.0.0' },
    servers: [{ url: 'http://localhost' }],
    paths: Object.assign({}, ...collections.map(pathsOf)),
  };
  const file = path.join(temporaryFolder(), 'rules.json');
  writeFileSync(file, stringifyJson(document));
  return loadContract(file);
}

function pathsOf(collection: RuleCollection): JsonObject {
  const { path: place, properties, required, isForm = false, isBulk = false, key, isCreateOnly = false } = collection;
  const name = place.split('/').at(-1) ?? '';
  const sent = { type: 'object', required: [...required], properties };
  const shown =
    key === undefined ? { ...sent, required: ['id', ...required], properties: { ...properties, id } } : sent;
  const list = (items: JsonObject) => (isBulk ? { type: 'array', minItems: 1, maxItems: 5, items } : items);
  const requestBody = (schema: JsonObject) => ({
    required: true,
    content: { [isForm ? FORM : 'application/json']: { schema } },
  });
  const response = (status: number, schema: JsonObject) => ({
    [status]: { description: 'The record', content: { 'application/json': { schema } } },
    ...rejections,
  });
  const parents = [...place.matchAll(/\{(\w+)\}/g)].map(([, parent = '']) => pathParameter(parent, id));
  const create = {
    operationId: `create ${name}`,
    ...(collection.description !== undefined && { description: collection.description }),
    parameters: [...parents, ...(collection.query ?? [])],
    requestBody: requestBody(list(sent)),
    responses: response(201, list(shown)),
  };
  if (isCreateOnly) return { [place]: { post: create } };
  const itemName = key ?? `${name}Id`;
  const item = pathParameter(itemName, key === undefined ? id : (properties[key] ?? id));
  return {
    [place]: { post: create },
    [`${place}/{${itemName}}`]: {
      parameters: [...parents, item],
      get: { operationId: `read ${name}`, responses: response(200, shown) },
      put: { operationId: `replace ${name}`, requestBody: requestBody(sent), responses: response(200, shown) },
      delete: { operationId: `remove ${name}`, responses: { 204: { description: 'Deleted' }, ...rejections } },
    },
  };
}

function pathParameter(name: string, schema: Json): JsonObject {
  return { name, in: 'path', required: true, schema };
}

interface SavedRecord {
  readonly sent: Json;
  /** The path of its collection. */
  readonly place: string;
  /** Undefined for a new record. */
  readonly name?: string;
}

/** Returns the base URL. */
export async function startRuleStore(
  onEnd: OnTestEnd,
  contract: Contract,
  collections: readonly RuleCollection[],
): Promise<string> {
  /** By the path of their collection, with the ids of their parents. */
  const stored = new Map<string, Map<string, JsonObject>>();
  let nextId = 1;
  const server = createServer(async (request, response) => {
    const [status, body] = await respond(request);
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(body === undefined ? undefined : stringifyJson(body));
  });
  return startTestServer(server, onEnd);

  async function respond(request: IncomingMessage): Promise<readonly [number, Json?]> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const found = contract.operations.find(
      (operation) => operation.method === request.method && patternOf(operation.path).test(url.pathname),
    );
    const bytes = await readBody(request);
    const collection = collections.findLast(({ path: place }) => found?.path.startsWith(place));
    if (found === undefined || collection === undefined) return [405];
    const place = request.method === 'POST' ? url.pathname : url.pathname.replace(/\/[^/]*$/, '');
    if (!hasParent(place)) return [404];
    const records = recordsAt(place);
    const name = request.method === 'POST' ? '' : decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const record = records.get(name);
    if (request.method !== 'POST' && record === undefined) return [404];
    if (request.method === 'GET') {
      const { shown = (one: JsonObject) => one } = collection;
      return record === undefined ? [404] : [200, shown(record, [...records.values()])];
    }
    if (request.method === 'DELETE') return records.delete(name) ? [204] : [404];
    const media = found.requestBody?.content[0];
    if (media?.schema === undefined || !(request.headers['content-type'] ?? '').toLowerCase().startsWith(media.range))
      return [415];
    const sent = parseSent(bytes, collection, media.schema);
    if (sent === undefined || !hasValidQuery(url, collection)) return [400];
    const others = [...records].filter(([one]) => one !== name).map(([, one]) => one);
    const recordsOf = (other: string) => [...recordsAt(other).values()];
    const status = collection.reject({ sent, text: bytes.toString(), url, others, recordsOf });
    if (status !== undefined) return [status];
    if (request.method === 'PUT') return [200, save(collection, { sent, place, name })];
    const create = (one: Json) => {
      const saved = save(collection, { sent: one, place });
      return collection.returned?.(saved) ?? saved;
    };
    return [201, isJsonArray(sent) ? sent.map(create) : create(sent)];
  }

  function recordsAt(place: string): Map<string, JsonObject> {
    const records = stored.get(place) ?? new Map<string, JsonObject>();
    stored.set(place, records);
    return records;
  }

  /** `/things/7/parts` is below the record `/things/7`. */
  function hasParent(place: string): boolean {
    const [, collection, name] = /^(.+)\/([^/]+)\/[^/]+$/.exec(place) ?? [];
    return collection === undefined || name === undefined || recordsAt(collection).has(decodeURIComponent(name));
  }

  function save({ key }: RuleCollection, { sent, place, name }: SavedRecord): JsonObject {
    const value = isJsonObject(sent) ? sent : {};
    const saved = key === undefined ? { ...value, id: name === undefined ? nextId++ : Number(name) } : value;
    recordsAt(place).set(name ?? String(key === undefined ? saved.id : value[key]), saved);
    return saved;
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function parseSent(bytes: Buffer, { isForm, properties }: RuleCollection, schema: Schema): Json | undefined {
  if (isForm !== true) {
    const parsed = parseJsonBytes(bytes);
    return parsed.ok && isValid(schema, parsed.value, 'request') ? parsed.value : undefined;
  }
  const fields = [...new URLSearchParams(bytes.toString())].filter(([name]) => Object.hasOwn(properties, name));
  const value = Object.fromEntries(fields);
  return isValid(schema, value, 'request') && Object.keys(value).length === fields.length ? value : undefined;
}

function hasValidQuery(url: URL, { query = [] }: RuleCollection): boolean {
  return query.every(({ name }) => /^.{8,64}$/su.test(url.searchParams.get(String(name)) ?? ''));
}
