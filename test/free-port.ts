import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 20_000;
const PORTS_OF_EACH = 100;
const MAX_WORKERS = 20;
const MAX_RUNS = 6;

/** Each worker has ports of its own, so that two never think the same one free at the same time; so have several test runs. */
const run = process.pid % MAX_RUNS;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % MAX_WORKERS;
const lowest = LOWEST + (run * MAX_WORKERS + worker) * PORTS_OF_EACH;

/** Somewhere in them, for whatever else runs on the machine. */
let nextOffset = Math.floor(Math.random() * PORTS_OF_EACH);

/**
 * Below those that systems give to whoever asks for any, as another process would else take it before the server does.
 * None is given twice in a row.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    nextOffset = (nextOffset + 1) % PORTS_OF_EACH;
    const port = lowest + nextOffset;
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
