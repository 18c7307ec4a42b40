/** An implementation of fixtures/conformance/members.yaml, correct except for one defect. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readBody } from './test-server.ts';

export const members = await loadContract(
  fileURLToPath(new URL('../fixtures/conformance/members.yaml', import.meta.url)),
);

export type MembersStoreVariant =
  | 'returns writeOnly properties'
  | 'returns nested writeOnly properties'
  | 'accepts ids'
  | 'rejects ids'
  | 'ignores null in a patch'
  | 'does not support merge patches'
  | 'replaces nested objects of a patch'
  | 'merges a patch one level deep'
  | 'rejects all patches'
  | 'accepts one contact as an array'
  | 'accepts unknown bounds'
  | 'rejects duplicate cards'
  | 'rejects duplicate notes'
  | 'rejects duplicate names'
  | 'returns null for missing values';

const uniqueMembers: ReadonlyMap<MembersStoreVariant, string> = new Map([
  ['rejects duplicate cards', 'card'],
  ['rejects duplicate notes', 'notes'],
  ['rejects duplicate names', 'name'],
]);

export function createMembersStore(variant?: MembersStoreVariant): Server {
  const kept = new Map<string, JsonObject>();
  return createServer((request, response) => {
    void readBody(request).then((body) => send(response, respond(request, body)));
  });

  function respond({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Reply {
    const { pathname, searchParams } = new URL(url, 'http://store');
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    const [, id] = /^\/members\/([^/]+)$/.exec(pathname) ?? [];
    if (pathname === '/members' && method === 'GET') return list(searchParams);
    if (pathname === '/members' && method === 'POST')
      return type === 'application/json' ? create(body) : { status: 400 };
    if (id === undefined) return { status: 404 };
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return { status: 400 };
    const member = kept.get(id.toLowerCase());
    if (method !== 'GET' && method !== 'PATCH') return { status: 405 };
    if (method === 'PATCH' && variant === 'rejects all patches') return { status: 400 };
    if (member === undefined) return { status: 404 };
    return method === 'GET' ? { status: 200, body: shown(member) } : change(member, type, body);
  }

  function list(query: URLSearchParams): Reply {
    const known = variant === 'accepts unknown bounds' ? /^born\[\w+\]$/ : /^born\[from\]$/;
    const isRight = [...query].every(
      ([name, value]) =>
        !name.startsWith('born') ||
        (known.test(name) && (!name.includes('from') || (/^\d{1,15}$/.test(value) && Number(value) >= 1900))),
    );
    return isRight ? { status: 200, body: [...kept.values()].map(shown) } : { status: 400 };
  }

  function create(bytes: Buffer): Reply {
    const given = objectIn(bytes);
    const sent = given && variant === 'accepts one contact as an array' ? withList(given) : given;
    if (sent === undefined || !isValid(schemaOf('createMember'), sent, 'request')) return { status: 400 };
    if (variant === 'rejects ids' && sent['id'] !== undefined) return { status: 400 };
    const name = variant && uniqueMembers.get(variant);
    const value = name === undefined ? undefined : sent[name];
    const isThere = [...kept.values()].some((one) => name !== undefined && one[name] === value);
    if (value !== undefined && value !== null && isThere) return { status: 409 };
    const { id: sentId, profile, ...rest } = sent;
    const id = variant === 'accepts ids' && typeof sentId === 'string' ? sentId : randomUUID();
    const inner = isJsonObject(profile) ? { profile: without(profile, 'seen') } : {};
    const member = { ...rest, ...inner, id };
    kept.set(id.toLowerCase(), member);
    return { status: 201, body: shown(member) };
  }

  function change(member: JsonObject, type: string | undefined, bytes: Buffer): Reply {
    const wanted = variant === 'does not support merge patches' ? 'application/json' : 'application/merge-patch+json';
    if (type !== wanted) return { status: 415 };
    const sent = objectIn(bytes);
    if (sent === undefined || !isValid(schemaOf('changeMember'), sent, 'request')) return { status: 400 };
    const ignored = variant === 'ignores null in a patch';
    const changes = Object.entries(sent).filter(([, value]) => value !== null || !ignored);
    const changed = merged(member, Object.fromEntries(changes), depthOf(variant));
    kept.set(String(member['id']).toLowerCase(), changed);
    return { status: 200, body: shown(changed) };
  }

  function shown(member: JsonObject): JsonObject {
    const { profile } = member;
    const nothing = variant === 'returns null for missing values' ? { card: null, notes: null } : {};
    const whole = { ...nothing, ...(variant === 'returns writeOnly properties' ? member : without(member, 'pin')) };
    if (!isJsonObject(profile) || variant === 'returns nested writeOnly properties') return whole;
    return { ...whole, profile: without(profile, 'hint') };
  }
}

interface Reply {
  readonly status: number;
  readonly body?: Json;
}

function schemaOf(id: string) {
  const operation = members.operations.find((one) => one.id === id);
  const schema = operation?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error(`no schema of ${id}`);
  return schema;
}

function depthOf(variant: MembersStoreVariant | undefined): number {
  if (variant === 'replaces nested objects of a patch') return 0;
  return variant === 'merges a patch one level deep' ? 1 : Number.POSITIVE_INFINITY;
}

/** RFC 7396, to this depth. */
function merged(before: JsonObject, patch: JsonObject, depth: number): JsonObject {
  const members = Object.entries({ ...before, ...patch }).flatMap(([name, value]) => {
    if (value === null) return [];
    const old = before[name];
    const isInner = depth > 0 && Object.hasOwn(patch, name) && isJsonObject(value);
    if (!isInner) return [[name, value] as const];
    return [[name, merged(old !== undefined && isJsonObject(old) ? old : {}, value, depth - 1)] as const];
  });
  return Object.fromEntries(members);
}

function withList(sent: JsonObject): JsonObject {
  const { contacts } = sent;
  return contacts !== undefined && isJsonObject(contacts) ? { ...sent, contacts: [contacts] } : sent;
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _left, ...rest } = value;
  return rest;
}

function objectIn(bytes: Buffer): JsonObject | undefined {
  const parsed = parseJsonBytes(bytes);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
