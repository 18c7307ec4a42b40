/** A client of the order system that controls each header, and writes down what it receives. */
import { Agent, request as httpRequest } from 'node:http';
import { isObject, type Json, type JsonObject, parseJson } from '../../evals/zoo/json.ts';
import { courierToken, shopToken } from '../../evals/zoo/orders/tokens.ts';

export interface Call {
  readonly method?: string;
  readonly path: string;
  /** By default of the shop, and of the courier for deliveries; null for none. */
  readonly token?: string | null;
  /** The names are sent as they are here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body?: Json | string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** An empty object when the body is no JSON object. */
  readonly body: JsonObject;
}

export interface Client {
  call(call: Call): Promise<Reply>;
  /** Notes what is not in a reply, such as a comparison of two. */
  note(fact: string, value: Json): void;
  /** Each call and reply; identifiers and times that differ from run to run are masked. */
  readonly transcript: readonly string[];
  close(): void;
}

export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true });
  const transcript: string[] = [];
  const mask = createMask();
  return {
    transcript,
    note: (fact, value) => void transcript.push(mask(`${fact}: ${JSON.stringify(value)}`)),
    close: () => agent.destroy(),
    call: async (call) => {
      const reply = await send(url, agent, call);
      const shownHeaders = Object.entries(reply.headers)
        .filter(([name]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(name))
        .toSorted()
        .map(([name, value]) => `${name}: ${value}`);
      const line = [call.method ?? 'GET', call.path, reply.status, ...shownHeaders, reply.text].join(' | ');
      transcript.push(mask(line));
      return reply;
    },
  };
}

/** UUIDs by their first appearance, times and ETags by their form. */
function createMask(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) =>
    text
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, (uuid) => {
        const name = names.get(uuid) ?? `uuid-${names.size}`;
        names.set(uuid, name);
        return name;
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/(etag: )"[\da-f]{20}"/g, '$1ETAG');
}

function send(url: string, agent: Agent, { method = 'GET', path, token, headers = {}, body }: Call): Promise<Reply> {
  const secret = token === undefined ? (path.endsWith('/deliver') ? courierToken : shopToken) : token;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const request = httpRequest(`${url}${path}`, { method, agent });
  if (!given.has('accept')) request.setHeader('accept', '*/*');
  if (!given.has('user-agent')) request.setHeader('user-agent', 'test');
  if (secret !== null && !given.has('authorization')) request.setHeader('authorization', `Bearer ${secret}`);
  if (text !== undefined && !given.has('content-type')) request.setHeader('content-type', type);
  if (text !== undefined && !given.has('transfer-encoding'))
    request.setHeader('content-length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(headers)) if (value !== '') request.setHeader(name, value);
  request.on('error', reject).on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject).on('end', () => {
      const received = Buffer.concat(chunks).toString();
      const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(pairs),
        text: received,
        body: objectIn(received),
      });
    });
  });
  request.end(text);
  return promise;
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
