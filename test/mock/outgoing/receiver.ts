/** A client that receives callbacks and webhooks. */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { startTestServer } from '../../conformance/test-server.ts';

export interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
}

export async function startReceiver(status = 204, headers: Readonly<Record<string, string>> = {}): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '' } = request;
    calls.push({ method, url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, headers).end();
  });
  return { url: await startTestServer(server, onTestFinished), calls };
}
