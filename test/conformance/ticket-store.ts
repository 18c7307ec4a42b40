/** An implementation of fixtures/conformance/tickets.yaml that takes time between writing a record and reading it. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readBody } from './test-server.ts';

export const tickets: Contract = await loadContract(
  fileURLToPath(new URL('../fixtures/conformance/tickets.yaml', import.meta.url)),
);

/** The first two conform. */
export type TicketStoreVariant =
  | 'reads what is stored'
  | 'rejects overlapping writes'
  | 'returns the record of an overlapping create';

/** Long enough that requests which are sent concurrently overlap. */
const SAVE_MS = 10;

export interface TicketStore {
  readonly server: Server;
  /** The highest number of writes that were in progress on one record at the same time. */
  maxOverlap(): number;
  /** Method and path of each write of a record that existed before the first request. */
  readonly seededWrites: readonly string[];
}

export interface TicketStoreOptions {
  /** The records before the first request. */
  readonly seeded?: readonly JsonObject[];
  /** Whether a creation fails with status 500. */
  isFailing?(sent: JsonObject): boolean;
}

export function createTicketStore(
  variant: TicketStoreVariant,
  { seeded = [], isFailing = () => false }: TicketStoreOptions = {},
): TicketStore {
  const records = new Map<number, JsonObject>(seeded.map((record) => [Number(record['id']), record]));
  const seededIds = new Set(records.keys());
  const inProgress = new Map<number, number>();
  const creating = new Set<number>();
  const seededWrites: string[] = [];
  let [maxOverlap, lastId] = [0, 100];
  const server = createServer((request, response) => {
    void readBody(request)
      .then((body) => respond(request, body))
      .then(({ status, body }) => {
        response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
  });
  return { server, seededWrites, maxOverlap: () => maxOverlap };

  async function respond(request: IncomingMessage, bytes: Buffer): Promise<Reply> {
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    const parsed = parseJsonBytes(bytes);
    const sent = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
    if (path === '/tickets') return method === 'POST' ? create(request, sent) : { status: 405 };
    const [, idText = '', action] = /^\/tickets\/([^/]*)(\/reopen)?$/.exec(path) ?? [];
    if (idText === '') return { status: 404 };
    if (!/^[1-9]\d{0,9}$/.test(idText) || Number(idText) > 2_147_483_647) return { status: 400 };
    const id = Number(idText);
    const record = records.get(id);
    if (record === undefined) return { status: 404 };
    if (method === 'GET' && action === undefined) return { status: 200, body: record };
    const operation = tickets.operations.find(
      (one) => one.method === method && one.path === `/tickets/{ticketId}${action ?? ''}`,
    );
    const media = operation?.requestBody?.content[0];
    if (media?.schema === undefined) return { status: 405 };
    if (!hasType(request, media.range)) return { status: 415 };
    if (sent === undefined || !isValid(media.schema, sent, 'request')) return { status: 400 };
    if (seededIds.has(id)) seededWrites.push(`${method} ${path}`);
    return overlapping(id, async (others) => {
      if (variant === 'rejects overlapping writes' && others > 0) return { status: 409 };
      records.set(id, method === 'PUT' ? { ...sent, id } : { ...records.get(id), ...sent });
      await pause(SAVE_MS);
      return { status: 200, body: records.get(id) ?? null };
    });
  }

  async function create(request: IncomingMessage, sent: JsonObject | undefined): Promise<Reply> {
    if (!hasType(request, 'application/json')) return { status: 415 };
    const schema = tickets.operations.find(({ id }) => id === 'createTicket')?.requestBody?.content[0]?.schema;
    if (sent === undefined || schema === undefined || !isValid(schema, sent, 'request')) return { status: 400 };
    if (isFailing(sent)) return { status: 500 };
    const id = ++lastId;
    records.set(id, { ...sent, id });
    creating.add(id);
    await pause(SAVE_MS);
    const other = [...creating].at(-1) ?? id;
    creating.delete(id);
    return {
      status: 201,
      body: records.get(variant === 'returns the record of an overlapping create' ? other : id) ?? null,
    };
  }

  async function overlapping(id: number, work: (others: number) => Promise<Reply>): Promise<Reply> {
    const others = inProgress.get(id) ?? 0;
    inProgress.set(id, others + 1);
    maxOverlap = Math.max(maxOverlap, others + 1);
    try {
      return await work(others);
    } finally {
      inProgress.set(id, (inProgress.get(id) ?? 1) - 1);
    }
  }
}

interface Reply {
  readonly status: number;
  readonly body?: Json;
}

function hasType({ headers }: IncomingMessage, type: string): boolean {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === type;
}
