/** An implementation of fixtures/conformance/lockers.yaml, correct except for the given defects. Numbers are unique. */
import { createServer, type Server } from 'node:http';
import { isJsonObject, type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { readBody } from './test-server.ts';

export type LockerDefect = 'ignores the order' | 'deletes nothing' | 'repeats a record on each page';

interface Locker {
  readonly id: number;
  readonly number: string;
  readonly size: number;
}

interface Reply {
  readonly status: number;
  readonly body?: Json;
}

export function createLockerStore(...defects: readonly LockerDefect[]): Server {
  const has = (defect: LockerDefect) => defects.includes(defect);
  const lockers = new Map<number, Locker>();
  let lastId = 0;
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://lockers');
    const { status, body } = respond(request.method ?? 'GET', url, await readBody(request));
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  function respond(method: string, { pathname, searchParams }: URL, bytes: Buffer): Reply {
    if (pathname === '/lockers') {
      if (method === 'GET') return list(searchParams);
      return method === 'POST' ? add(bytes) : { status: 405 };
    }
    const [, name] = /^\/lockers\/([^/]+)$/.exec(pathname) ?? [];
    if (name === undefined) return { status: 404 };
    const id = integer(name, 1, Number.MAX_SAFE_INTEGER);
    if (id === undefined) return { status: 400 };
    const found = lockers.get(id);
    if (found === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { ...found } };
    if (method !== 'DELETE') return { status: 405 };
    if (!has('deletes nothing')) lockers.delete(id);
    return { status: 204 };
  }

  function add(bytes: Buffer): Reply {
    const parsed = parseJsonBytes(bytes);
    if (!parsed.ok || !isJsonObject(parsed.value)) return { status: 400 };
    const { number, size } = parsed.value;
    if (typeof number !== 'string' || !/^\d{1,3}[A-Z]?$/.test(number)) return { status: 400 };
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 40) return { status: 400 };
    if (lockers.values().some((one) => one.number === number)) return { status: 409 };
    lastId += 1;
    const locker = { id: lastId, number, size };
    lockers.set(lastId, locker);
    return { status: 201, body: locker };
  }

  function list(query: URLSearchParams): Reply {
    const [limit, offset] = [query.get('limit') ?? '100', query.get('offset') ?? '0'];
    const [count, start] = [integer(limit, 1, 100), integer(offset, 0, 1000)];
    const [, sign, property] = /^(-?)(number|size)$/.exec(query.get('sort') ?? 'number') ?? [];
    if (count === undefined || start === undefined || property === undefined) return { status: 400 };
    const key = property === 'size' ? 'size' : 'number';
    const direction = sign === '-' ? -1 : 1;
    const isSorted = query.has('sort') && !has('ignores the order');
    const all = [...lockers.values()];
    const ordered = isSorted ? all.toSorted((a, b) => direction * compare(a[key], b[key])) : all;
    const first = has('repeats a record on each page') && start > 0 ? start - 1 : start;
    return { status: 200, body: ordered.slice(first, first + count).map((locker) => ({ ...locker })) };
  }
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function integer(text: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
