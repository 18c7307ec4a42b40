import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 20_000;
const PORTS = 10_000;

/** Below those that systems give to whoever asks for any, as another process would else take it before the server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** The URL of a port on which nothing listens, and which nobody is given who asks for any free one. */
export async function nobody(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
