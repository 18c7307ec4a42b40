/** An implementation of `shelf.yaml`, correct unless defects are given. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  isInteger,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface ShelfStoreOverrides {
  /** The first assigned number. */
  readonly firstId?: bigint;
  /** The number of a new record in this collection, if it is not the next one. */
  idFor?(collection: string): bigint | undefined;
  /** Numbers of deleted records are reused. */
  readonly reusesIds?: boolean;
  /** The Location in the response to a creation. */
  locationFor?(path: string): string;
  /** What is stored of a request. */
  keep?(sent: JsonObject, id: bigint): JsonObject | undefined;
  /** The record after PUT and PATCH. */
  replace?(before: JsonObject, sent: JsonObject): JsonObject;
  change?(before: JsonObject, sent: JsonObject): JsonObject;
  /** The record that is read. */
  find?(id: bigint): bigint;
  read?(record: JsonObject): JsonObject;
  list?(records: readonly JsonObject[], removed: readonly JsonObject[]): readonly Json[];
  /** What remains after a deletion. */
  remove?(record: JsonObject): JsonObject | undefined;
  /** The response to the first DELETE. */
  readonly removedWith?: number;
  /** The response to a second DELETE. */
  readonly removedAgain?: number;
  /** Records of every shelf are found below any other. */
  readonly sharesJars?: boolean;
  /** The response to a creation. */
  readonly created?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until a write is visible. */
  readonly lateMs?: number;
}

interface ShelfRecords {
  readonly records: Map<bigint, JsonObject>;
  readonly removed: Map<bigint, JsonObject>;
}

/** Returns its base URL; it stops with the test. */
export async function startShelfStore(onEnd: OnTestEnd, overrides: ShelfStoreOverrides = {}): Promise<string> {
  const collections = new Map<string, ShelfRecords>();
  let next = overrides.firstId ?? 1_000n;
  const server = createServer((request, response) => void respond(request, response));
  return startTestServer(server, onEnd);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await bodyOf(request);
    const send = (status: number, body?: Json) => {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const made = request.method === 'POST' && isJsonObject(body) ? String(body.id) : undefined;
      const location = made && overrides.locationFor?.(`${request.url}/${made}`);
      response.writeHead(status, {
        ...type,
        ...overrides.headers,
        ...(location === undefined ? {} : { Location: location }),
      });
      response.end(body === undefined ? undefined : stringifyJson(body));
    };
    const pathMatch = /^\/shelves(?:\/(-?\d+))?(\/jars(?:\/(-?\d+))?)?$/.exec(request.url ?? '');
    if (pathMatch === null) return send(404);
    const [, shelf, , below] = pathMatch;
    const isJars = request.url?.includes('/jars') === true;
    const name = isJars && overrides.sharesJars !== true ? `jars of ${shelf}` : isJars ? 'jars' : 'shelves';
    const id = isJars ? below : shelf;
    if (isJars && !keptIn('shelves').records.has(found(BigInt(shelf ?? 0)))) send(404);
    else if (id === undefined) onCollection({ method: request.method, sent, name, send });
    else onItem({ method: request.method, sent, name, send, id: found(BigInt(id)) });
  }

  function found(id: bigint): bigint {
    return overrides.find?.(id) ?? id;
  }

  function keptIn(name: string): ShelfRecords {
    const kept = collections.get(name) ?? { records: new Map(), removed: new Map() };
    collections.set(name, kept);
    return kept;
  }

  function onCollection({ method, sent, name, send }: ShelfRequest): void {
    const { records, removed } = keptIn(name);
    const all = [...records.values()];
    if (method === 'GET') send(200, [...(overrides.list?.(all, [...removed.values()]) ?? all)]);
    else if (!isValid(sent)) send(400);
    else send(overrides.created ?? 201, added(name, sent));
  }

  function added(name: string, sent: JsonObject): JsonObject {
    const { records, removed } = keptIn(name);
    const [free] = overrides.reusesIds === true ? removed.keys() : [];
    if (free !== undefined) removed.delete(free);
    const id = free ?? overrides.idFor?.(name) ?? next++;
    const record = { ...sent, id };
    const kept = overrides.keep === undefined ? record : overrides.keep(record, id);
    const store = () => kept !== undefined && records.set(id, kept);
    if (overrides.lateMs === undefined) store();
    else setTimeout(store, overrides.lateMs);
    return record;
  }

  function onItem({ method, sent, name, send, id }: ShelfRequest & { readonly id: bigint }): void {
    const { records, removed } = keptIn(name);
    const record = records.get(id);
    const isAgain = method === 'DELETE' && removed.has(id);
    if (record === undefined) send(isAgain ? (overrides.removedAgain ?? 404) : 404);
    else if (method === 'GET') send(200, overrides.read?.(record) ?? record);
    else if (method !== 'DELETE' && !isValid(sent)) send(400);
    else if (method === 'DELETE') {
      removed.set(id, record);
      const rest = overrides.remove?.(record);
      if (rest === undefined) records.delete(id);
      else records.set(id, rest);
      send(overrides.removedWith ?? 204);
    } else {
      const write = method === 'PUT' ? overrides.replace : overrides.change;
      const usual = method === 'PUT' ? sent : { ...record, ...sent };
      records.set(id, { ...(write?.(record, sent) ?? usual), id });
      send(204);
    }
  }
}

function isValid({ width, name = '', note = '', label = '' }: JsonObject): boolean {
  return isText(name) && isText(note) && isText(label) && (width === undefined || isInteger(width));
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

interface ShelfRequest {
  readonly method: string | undefined;
  readonly sent: JsonObject;
  readonly name: string;
  send(status: number, body?: Json): void;
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const parsed = parseJsonBytes(await readBody(request));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
