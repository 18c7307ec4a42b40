/** A store of the shelves in `shelf.yaml`, right unless told what is wrong with it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  isInteger,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { baseUrlOf, bytesOf, type OnEnd } from '../serve.ts';

export interface Manners {
  /** The first number that is given out. */
  readonly firstId?: bigint;
  /** The number of a new record in this collection, where it is not the next one. */
  idFor?(collection: string): bigint | undefined;
  /** Numbers of what was removed are given out again. */
  readonly reusesIds?: boolean;
  /** Where the answer to a creation says that the record is. */
  locationFor?(path: string): string;
  /** What is kept of what was sent. */
  keep?(sent: JsonObject, id: bigint): JsonObject | undefined;
  /** What PUT and PATCH make of it. */
  replace?(before: JsonObject, sent: JsonObject): JsonObject;
  change?(before: JsonObject, sent: JsonObject): JsonObject;
  /** Which record is looked for. */
  find?(id: bigint): bigint;
  read?(record: JsonObject): JsonObject;
  list?(records: readonly JsonObject[], removed: readonly JsonObject[]): readonly Json[];
  /** What stays of it. */
  remove?(record: JsonObject): JsonObject | undefined;
  /** To the first DELETE. */
  readonly removedWith?: number;
  /** To a second DELETE. */
  readonly removedAgain?: number;
  /** Records of every shelf are found below any. */
  readonly sharesJars?: boolean;
  /** The answer to a creation. */
  readonly created?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is written is seen so much later. */
  readonly lateMs?: number;
}

interface Kept {
  readonly records: Map<bigint, JsonObject>;
  readonly removed: Map<bigint, JsonObject>;
}

/** Its base URL; it ends with the test. */
export async function serveShelves(onEnd: OnEnd, manners: Manners = {}): Promise<string> {
  const collections = new Map<string, Kept>();
  let next = manners.firstId ?? 1_000n;
  const server = createServer((request, response) => void answer(request, response));
  return baseUrlOf(server, onEnd);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await bodyOf(request);
    const send = (status: number, body?: Json) => {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const made = request.method === 'POST' && isJsonObject(body) ? String(body.id) : undefined;
      const location = made && manners.locationFor?.(`${request.url}/${made}`);
      response.writeHead(status, {
        ...type,
        ...manners.headers,
        ...(location === undefined ? {} : { Location: location }),
      });
      response.end(body === undefined ? undefined : stringifyJson(body));
    };
    const asked = /^\/shelves(?:\/(-?\d+))?(\/jars(?:\/(-?\d+))?)?$/.exec(request.url ?? '');
    if (asked === null) return send(404);
    const [, shelf, , below] = asked;
    const isJars = request.url?.includes('/jars') === true;
    const name = isJars && manners.sharesJars !== true ? `jars of ${shelf}` : isJars ? 'jars' : 'shelves';
    const id = isJars ? below : shelf;
    if (isJars && !keptIn('shelves').records.has(found(BigInt(shelf ?? 0)))) send(404);
    else if (id === undefined) onCollection({ method: request.method, sent, name, send });
    else onItem({ method: request.method, sent, name, send, id: found(BigInt(id)) });
  }

  function found(id: bigint): bigint {
    return manners.find?.(id) ?? id;
  }

  function keptIn(name: string): Kept {
    const kept = collections.get(name) ?? { records: new Map(), removed: new Map() };
    collections.set(name, kept);
    return kept;
  }

  function onCollection({ method, sent, name, send }: Asked): void {
    const { records, removed } = keptIn(name);
    const all = [...records.values()];
    if (method === 'GET') send(200, [...(manners.list?.(all, [...removed.values()]) ?? all)]);
    else send(manners.created ?? 201, added(name, sent));
  }

  function added(name: string, sent: JsonObject): JsonObject {
    const { records, removed } = keptIn(name);
    const [free] = manners.reusesIds === true ? removed.keys() : [];
    if (free !== undefined) removed.delete(free);
    const id = free ?? manners.idFor?.(name) ?? next++;
    const record = { ...sent, id };
    const kept = manners.keep === undefined ? record : manners.keep(record, id);
    const store = () => kept !== undefined && records.set(id, kept);
    if (manners.lateMs === undefined) store();
    else setTimeout(store, manners.lateMs);
    return record;
  }

  function onItem({ method, sent, name, send, id }: Asked & { readonly id: bigint }): void {
    const { records, removed } = keptIn(name);
    const record = records.get(id);
    const isAgain = method === 'DELETE' && removed.has(id);
    if (record === undefined) send(isAgain ? (manners.removedAgain ?? 404) : 404);
    else if (method === 'GET') send(200, manners.read?.(record) ?? record);
    else if (method !== 'DELETE' && !isValid(sent)) send(400);
    else if (method === 'DELETE') {
      removed.set(id, record);
      const rest = manners.remove?.(record);
      if (rest === undefined) records.delete(id);
      else records.set(id, rest);
      send(manners.removedWith ?? 204);
    } else {
      const write = method === 'PUT' ? manners.replace : manners.change;
      const usual = method === 'PUT' ? sent : { ...record, ...sent };
      records.set(id, { ...(write?.(record, sent) ?? usual), id });
      send(204);
    }
  }
}

/** Of what PUT and PATCH are sent. */
function isValid({ width, name = '', note = '', label = '' }: JsonObject): boolean {
  return isText(name) && isText(note) && isText(label) && (width === undefined || isInteger(width));
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

interface Asked {
  readonly method: string | undefined;
  readonly sent: JsonObject;
  readonly name: string;
  send(status: number, body?: Json): void;
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const parsed = parseJsonBytes(await bytesOf(request));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
