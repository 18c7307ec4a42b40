/** A server that records each request. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Arrived {
  readonly line: string;
  /** `name: value`, sorted by name; without those of the connection. */
  readonly fields: readonly string[];
  /** In hexadecimal. */
  readonly body: string;
}

export interface RecordingServer {
  readonly origin: string;
  readonly requests: readonly Arrived[];
  /** Resolves after this number of requests, and rejects if they do not arrive. */
  waitForRequests(count: number): Promise<void>;
}

const LONGEST_WAIT_MS = 60_000;

export async function startRecording(): Promise<RecordingServer> {
  const arrived: Arrived[] = [];
  const waiting = new Set<() => void>();
  const server = createServer({ maxHeaderSize: 262_144 }, async (request, response) => {
    arrived.push(await arrivedOf(request));
    response.writeHead(204, { connection: 'close' }).end();
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => closed(server));
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    requests: arrived,
    waitForRequests: (count) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${arrived.length} of ${count} requests arrived`));
        }, LONGEST_WAIT_MS);
        const look = () => {
          if (arrived.length < count) return;
          clearTimeout(limit);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

const ofTheConnection = new Set(['host', 'connection', 'keep-alive']);

async function arrivedOf(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { rawHeaders } = request;
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const fields = names.map((name, index) => `${name.toLowerCase()}: ${rawHeaders[2 * index + 1]}`);
  return {
    line: `${request.method} ${request.url}`,
    fields: fields.filter((field) => !ofTheConnection.has(field.split(':')[0] ?? '')).toSorted(),
    body: Buffer.concat(chunks).toString('hex'),
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
