/** How a run sends requests: connections, preceding requests, rate, limits, and random cases. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { replayCase } from '../../contracts/conformance/replay.ts';
import { createSender } from '../../contracts/conformance/transport/sender.ts';
import { waitTicks } from '../cpu-time.ts';
import { startVariant, variants } from '../evals/zoo/index.ts';
import { freePort } from '../free-port.ts';
import { describeErrors, plantStoreContract, tokenCredentials, verify } from './support.ts';

const token = 'Right-token-1';
const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const get = { method: 'GET', headers: [], body: undefined, delivery: 'whole' } as const;
const post = { method: 'POST', headers: [], body: Buffer.from('{"a":1}') } as const;

describe('data after a response', () => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n';

  test.each([
    [`${whole}more`, 'GET', 'more'],
    [`${whole}\r\n`, 'GET', '\r\n'],
    [`${whole}${whole}`, 'GET', whole],
    [`${chunked}\n`, 'GET', '\n'],
    [`HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n${whole}!`, 'GET', '!'],
    [whole, 'HEAD', '{}'],
    ['HTTP/1.1 204 No Content\r\n\r\n{}', 'GET', '{}'],
  ])('is detected on a watched connection: %j to %s', async (bytes, method, after) => {
    const { outcome } = await watchOne(await tcp((socket) => socket.write(bytes)), method);
    expect(outcome).toMatchObject({ kind: 'response' });
    expect(outcome).toHaveProperty('response.trailingBytes', Buffer.from(after));
  });

  test.each([
    ['a closed connection', (socket: Socket) => socket.end(closing('{}'))],
    ['chunks and trailers', (socket: Socket) => socket.write(chunked)],
    ['interim responses', (socket: Socket) => socket.write(`HTTP/1.1 102 Wait\r\n\r\n${whole}`)],
    ['a response that ends with its connection', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{}')],
    ['a connection that stays open', (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n')],
  ])('is not reported for: %s', async (_what, respond) => {
    const { outcome } = await watchOne(await tcp(respond));
    expect(outcome.kind).toBe('response');
    expect(outcome).not.toHaveProperty('response.trailingBytes');
  });

  function closing(body: string): string {
    return `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }

  async function watchOne(url: string, method = 'GET') {
    const sender = createSender({ origin: url, connections: 1, timeoutMs: 60_000 });
    const line = sender.openConnection();
    const exchange = await line.watchAfter(await line.send({ ...get, method, url: `${url}/` }));
    await line.close();
    await sender.close();
    return exchange;
  }
});

test('an unreachable server on a separate connection is an outcome, not a crash', async () => {
  const sender = createSender({ origin: 'http://127.0.0.1:1', connections: 1, timeoutMs: 60_000 });
  const line = sender.openConnection();
  const exchange = await line.watchAfter(await line.send({ ...get, url: 'http://127.0.0.1:1/' }));
  await line.close();
  await sender.close();
  expect(exchange.outcome).toMatchObject({ kind: 'failure', failure: { kind: 'unreachable' } });
});

test('reports a response that does not arrive in time', async () => {
  const url = await tcp(() => {});
  const sender = createSender({ origin: url, connections: 1, timeoutMs: 50 });
  const { outcome } = await sender.send({ ...get, url: `${url}/` });
  await sender.close();
  expect(outcome).toMatchObject({ kind: 'failure', failure: { kind: 'timeout' } });
});

test.each([
  ['with the response', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
  ['with headers', 'HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
])('ignores an unexpected 100 Continue: %s', async (_how, bytes) => {
  const url = await tcp((socket) => socket.write(bytes));
  const sender = createSender({ origin: url, connections: 1, timeoutMs: 60_000 });
  const { outcome } = await sender.send({ ...get, url: `${url}/` });
  await sender.close();
  expect(outcome).toMatchObject({ kind: 'response', response: { status: 200, body: Buffer.from('{}') } });
});

describe('a body sent after 100 Continue', () => {
  test('is sent when the server responds with 100 Continue', async () => {
    let [requested, body] = [0, ''];
    const server = createServer();
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      requested++;
      response.writeContinue();
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => response.end('ok'));
    });
    const exchange = await sendExpecting(await listen(server));
    expect([requested, body]).toEqual([1, '{"a":1}']);
    expect(exchange.outcome).toMatchObject({ kind: 'response', response: { status: 200 } });
  });

  test('is not sent when the server rejects the request', async () => {
    const server = createServer();
    server.on('checkContinue', (_request: IncomingMessage, response: ServerResponse) => response.writeHead(417).end());
    const exchange = await sendExpecting(await listen(server));
    expect(exchange.outcome).toMatchObject({ kind: 'response', response: { status: 417 } });
  });

  test('is sent after a delay when the server does not respond', async () => {
    const url = await tcp((socket, received) => {
      if (received.includes('{"a":1}')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    expect((await sendExpecting(url)).outcome).toMatchObject({ response: { status: 200 } });
  });

  test('is sent once when 100 Continue arrives after the body', async () => {
    const url = await tcp((socket, received) => {
      if (!received.includes('{"a":1}')) return;
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    expect((await sendExpecting(url, 1_000)).outcome).toMatchObject({ response: { status: 200 } });
  });

  test('is aborted at the time limit', async () => {
    const url = await tcp(() => {});
    expect((await sendExpecting(url, 200)).outcome).toMatchObject({ failure: { kind: 'timeout' } });
  });

  async function sendExpecting(url: string, timeoutMs = 3_000) {
    const sender = createSender({ origin: url, connections: 1, timeoutMs });
    const exchange = await sender.send({ ...post, url: `${url}/x`, delivery: 'expecting 100' });
    await sender.close();
    return exchange;
  }
});

test('reports a redirect and does not follow it, so that the token is not leaked', async () => {
  let redirectedRequests = 0;
  const redirectTarget = await server((_request, response) => {
    redirectedRequests++;
    response.end();
  });
  const { url } = await server((request, response, body) =>
    body.includes('"tag"')
      ? accept(request, response, body)
      : response.writeHead(307, { Location: `${redirectTarget.url}/plants` }).end(),
  );
  const { findings } = await verify({ baseUrl: url, token, categories: ['valid-bodies', 'authentication'] });
  expect(findings.map(({ check }) => check)).toContain('no-redirect');
  expect(redirectedRequests).toBe(0);
});

describe('a run respects its limits', () => {
  test('requests per second', async () => {
    const { url, close } = await store('right-store');
    const result = await verify({ baseUrl: url, token, rate: 100, categories: ['valid-bodies'] });
    await close();
    // Independent of the clock: fewer requests than at full speed show that some were not sent.
    expect(result.ms).toBeGreaterThan((result.requests - 2) * 10);
  });

  test('a number of errors', async () => {
    const { url, close } = await store('fails-on-apostrophe');
    const result = await verify({ baseUrl: url, token, maxFailures: 1 });
    await close();
    expect(describeErrors(result)).toHaveLength(1);
    expect(result.unchecked).toMatchObject([{ casesRun: 'some', reason: expect.stringContaining('--max-failures') }]);
  });

  test('a time', async () => {
    const { url, close } = await store('right-store');
    vi.useFakeTimers({ toFake: ['performance'] });
    const result = await verify({ baseUrl: url, token, maxSeconds: 60 }, ({ type }) => {
      if (type === 'case') vi.advanceTimersByTime(61_000);
    }).finally(() => vi.useRealTimers());
    await close();
    expect(result.unchecked).toMatchObject([{ casesRun: 'some', reason: expect.stringContaining('--max-time') }]);
  });
});

describe('random cases', () => {
  const draws = { seed: 3, caseCount: 40 };

  test('are the same for the same seed, and differ for another', async () => {
    const [first, again, other] = [await bodies(3), await bodies(3), await bodies(4)];
    expect(first).toHaveLength(40);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test('are simplified while they fail, and are found by their ids', async () => {
    // Fails only for names with more than three digits.
    const { url, close } = await server((request, response, body) => {
      const digits = /"name":"([^"]*)"/.exec(body)?.[1]?.replace(/\D/g, '') ?? '';
      return digits.length > 3 ? response.writeHead(500).end() : accept(request, response, body);
    });
    const result = await verify({ baseUrl: url, token, categories: ['random'], randomOptions: draws });
    const errorFinding = result.findings.find(({ check }) => check === 'no-server-error');
    const { caseId = '', request } = errorFinding?.evidence ?? {};
    expect(caseId).toMatch(/^createPlant\/random\/valid\/3\/\d+(\.\d+)+$/);
    const { name }: { name: string } = JSON.parse(request?.body ?? '{}');
    expect(name.length).toBeLessThan(14);
    const target = { contract: plantStoreContract, baseUrl: url, credentials: tokenCredentials(token) };
    const replay = await replayCase({ ...target, timeoutMs: 60_000, concurrency: 1 }, caseId);
    await close();
    expect(replay.findings.map(({ check }) => check)).toContain('no-server-error');
  });

  /** As in the contract, except for fresh numbers. */
  async function bodies(seed: number): Promise<readonly string[]> {
    const seen: string[] = [];
    const { url, close } = await server((request, response, body) => {
      seen.push(body);
      return accept(request, response, body);
    });
    await verify({
      baseUrl: url,
      token,
      categories: ['random'],
      randomOptions: { seed, caseCount: 40 },
      concurrency: 1,
    });
    await close();
    const plain = (body: string) => body.replace(/\d{7,}/g, '#');
    return seen.slice(-40).map(plain);
  }
});

test('replays a case with its preceding requests', async () => {
  const { url, close } = await store('keeps-identity-of-request-before');
  const target = { contract: plantStoreContract, baseUrl: url, credentials: tokenCredentials(token) };
  const { findings } = await replayCase(
    { ...target, timeoutMs: 60_000, concurrency: 1 },
    'createPlant/authentication/bearerAuth/none/after-a-success',
  );
  await close();
  expect(findings.map(({ check }) => check)).toContain('unauthorized-rejected');
});

test('a restarted implementation is not reported as conforming', async () => {
  let requests = 0;
  let alive = createServer();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      if (++requests === 150) void restart();
      else accept(request, response, Buffer.concat(chunks).toString('utf8'));
    });
  };
  alive.on('request', listener);
  // Not an ephemeral port: it has to be free when the implementation restarts.
  const port = await freePort();
  const url = await listen(alive, port);
  const restart = async () => {
    alive.closeAllConnections();
    await new Promise<void>((resolve) => void alive.close(() => resolve()));
    // Until a request failed, also on a busy machine, and a while longer.
    await waitTicks(10);
    await setTimeout(100);
    alive = createServer(listener);
    alive.listen(port, '127.0.0.1');
    stops.push(() => {
      alive.closeAllConnections();
      alive.close();
    });
  };
  const { findings } = await verify({ baseUrl: url, token, categories: ['text-values'], concurrency: 2 });
  expect(findings.map(({ check, severity }) => `${check} ${severity}`)).toContain('response-arrives error');
});

async function store(name: string) {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  return startVariant(variant, { token });
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Accepts every object with a name and an id. */
const accept: Handler = (_request, response, body) => {
  const handleRequest = (status: number, value: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  try {
    const { name, tag, id }: { name?: unknown; tag?: unknown; id?: unknown } = JSON.parse(body);
    const isPlant = typeof name === 'string' && typeof id === 'number' && Number.isInteger(id);
    if (isPlant && id < 2 ** 63 && (tag === undefined || typeof tag === 'string'))
      return handleRequest(200, { name, tag });
    return handleRequest(400, { error: 1, message: 'not a plant' });
  } catch {
    return handleRequest(400, { error: 1, message: 'not JSON' });
  }
};

async function server(handler: Handler): Promise<{ url: string; close(): void }> {
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handler(request, response, Buffer.concat(chunks).toString('utf8')));
  };
  const http = createServer(listener);
  const url = await listen(http);
  return { url, close: () => http.closeAllConnections() };
}

async function listen(http: ReturnType<typeof createServer>, port = 0): Promise<string> {
  await new Promise<void>((resolve) => void http.listen(port, '127.0.0.1', resolve));
  stops.push(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** `respond` gets all data that the connection has received so far. */
async function tcp(respond: (socket: Socket, received: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const raw = createTcpServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      respond(socket, received);
    });
  });
  await new Promise<void>((resolve) => void raw.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    raw.close();
  });
  const address = raw.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
