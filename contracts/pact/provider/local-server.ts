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

/** No pact and no result comes near it; anybody on this machine may send to a helper. */
const MAX_BODY_BYTES = 64_000_000;

/** Rejects beyond 64 MB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > MAX_BODY_BYTES) throw new Error(`a body is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
