/** What our two helper servers share: a free port on the loopback interface, bodies, and an end. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';

export interface LocalServer {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export function closing(server: Server): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
