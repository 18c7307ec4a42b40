import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const PORTS_OF_EACH = 100;
const MAX_WORKERS = 20;
const MAX_RUNS = 6;
const COUNT = PORTS_OF_EACH * MAX_WORKERS * MAX_RUNS;
const HIGHEST_PORT = 65_535;

type PortRange = readonly [first: number, last: number];

/** The usual one where the system does not tell, or gives all. */
const DEFAULT_RANGE: PortRange = [32_768, HIGHEST_PORT];

/** Each worker has ports of its own, so that two never think the same one free at the same time; so have several test runs. */
const run = process.pid % MAX_RUNS;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % MAX_WORKERS;
const lowest = lowestOfAll(readEphemeralRange()) + (run * MAX_WORKERS + worker) * PORTS_OF_EACH;

/** Somewhere in them, for whatever else runs on the machine. */
let nextOffset = Math.floor(Math.random() * PORTS_OF_EACH);

/**
 * None that the system gives to programs that ask for any, as another process would otherwise take it first. None
 * is given twice in a row.
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

/**
 * Nothing listens there: a privileged port without a service, which no program is given that asks for any free one. It
 * is not one of those that `fetch` refuses.
 */
export const UNUSED_URL = 'http://127.0.0.1:4';

/** Of the system, see ip(7): the ports that it gives to programs that ask for any. */
function readEphemeralRange(): PortRange {
  try {
    const [first = 0, last = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
      .split(/\s+/)
      .map(Number);
    return [first, last];
  } catch {
    return DEFAULT_RANGE;
  }
}

/** As many ports as all runs need, below or above the range. */
function lowestOfAll([first, last]: PortRange): number {
  if (first > 1_024 + COUNT) return first - COUNT;
  if (last + COUNT < HIGHEST_PORT) return last + 1;
  return DEFAULT_RANGE[0] - COUNT;
}
