import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { describeErrors, verify } from './support.ts';

const token = 'Right-token-1';

describe('a rate limit causes no findings', () => {
  test('waits after a 429 as long as Retry-After says', async () => {
    let requests = 0;
    const store = await serve((request, response, body) => {
      if (++requests % 40 === 0) return send(response, 429, { error: 1, message: 'slow down' }, { 'Retry-After': '0' });
      return respond(request, response, body);
    });
    const result = await verify({ baseUrl: store.url, token, budget: 300 });
    await store.stop();
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
    expect(requests).toBeGreaterThan(200);
  });

  test('waits after a 503 with Retry-After too', async () => {
    let requests = 0;
    const store = await serve((request, response, body) =>
      ++requests % 40 === 0
        ? send(response, 503, { error: 1, message: 'busy' }, { 'Retry-After': '0' })
        : respond(request, response, body),
    );
    const result = await verify({ baseUrl: store.url, token, categories: ['valid-bodies', 'wrong-types'] });
    await store.stop();
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
    expect(requests).toBeGreaterThan(40);
  });

  test('a permanent 503 with Retry-After makes the run inconclusive', async () => {
    let requests = 0;
    const store = await serve((request, response, body) =>
      ++requests > 30
        ? send(response, 503, { error: 1, message: 'busy' }, { 'Retry-After': '0' })
        : respond(request, response, body),
    );
    const result = await verify({ baseUrl: store.url, token, categories: ['valid-bodies', 'wrong-types'] });
    await store.stop();
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toMatchObject([{ casesRun: 'some', reason: expect.stringContaining('503') }]);
  });

  test('a permanent 429 makes the run inconclusive', async () => {
    let requests = 0;
    const store = await serve((request, response, body) =>
      ++requests > 60
        ? send(response, 429, { error: 1, message: 'no more' }, { 'Retry-After': '0' })
        : respond(request, response, body),
    );
    const result = await verify({ baseUrl: store.url, token });
    await store.stop();
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toMatchObject([{ casesRun: 'some', reason: expect.stringContaining('429') }]);
    expect(result.cases).toBeLessThan(70);
  });
});

test('reports nothing when the server closes idle connections', async () => {
  const store = await serve((request, response, body) => {
    respond(request, response, body);
    response.on('finish', () => setTimeout(() => request.socket.destroy(), Math.random() * 3));
  });
  const result = await verify({ baseUrl: store.url, token, budget: 400 });
  await store.stop();
  expect(describeErrors(result)).toEqual([]);
});

test('reports nothing when the server closes a connection while a request is repeated', async () => {
  const used = new WeakSet<object>();
  const store = await serve((request, response, body) => {
    const { socket } = request;
    // A request in flight when the connection ended.
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    // Not reset: a client that is late could not read the response any more.
    response.once('finish', () => setTimeout(() => socket.end(), 60));
    respond(request, response, body);
  });
  const result = await verify({ baseUrl: store.url, token, budget: 400 });
  await store.stop();
  expect(describeErrors(result)).toEqual([]);
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A minimal correct implementation; the zoo has the complete one. */
const respond: Handler = (request, response, body) => {
  if (withSmallScheme(request.headers.authorization) !== `bearer ${token}`)
    return send(response, 401, {}, { 'WWW-Authenticate': 'Bearer' });
  const plant = plantIn(request, body);
  if (plant === undefined) return send(response, 400, { error: 1, message: 'not a plant' });
  return send(response, 200, plant);
};

function withSmallScheme(authorization = ''): string {
  return authorization.replace(/^\S+/, (scheme) => scheme.toLowerCase());
}

function plantIn(request: IncomingMessage, body: string): object | undefined {
  if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? '') || body.includes('\ufffd'))
    return undefined;
  const digits = /"id"\s*:\s*(-?\d+)\s*[,}]/.exec(
    body.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )?.[1];
  const id = digits === undefined ? undefined : BigInt(digits);
  if (id === undefined || BigInt.asIntN(64, id) !== id) return undefined;
  try {
    const { name, tag }: { name?: unknown; tag?: unknown } = JSON.parse(body);
    if (typeof name !== 'string' || (tag !== undefined && typeof tag !== 'string')) return undefined;
    return tag === undefined ? { name } : { name, tag };
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function serve(handler: Handler): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // One of the tests closes the connection in the middle of a request.
    request.on('error', () => response.destroy());
    request.on('end', () => handler(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
