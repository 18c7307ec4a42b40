import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 20_000;
const PORTS_OF_EACH = 500;
const MAX_WORKERS = 20;

/** Each worker of the test run has ports of its own, so that two never think the same one free at the same time. */
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % MAX_WORKERS;

/** Somewhere in them, for whatever else runs on the machine. */
let nextOffset = Math.floor(Math.random() * PORTS_OF_EACH);

/**
 * Below those that systems give to whoever asks for any, as another process would else take it before the server does.
 * None is given twice in a row.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    nextOffset = (nextOffset + 1) % PORTS_OF_EACH;
    const port = LOWEST + worker * PORTS_OF_EACH + nextOffset;
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
export async function unusedUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
