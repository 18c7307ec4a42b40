import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

const PORTS_OF_EACH = 100;
const BLOCKS = 120;
const COUNT = PORTS_OF_EACH * BLOCKS;
const HIGHEST_PORT = 65_535;

type PortRange = readonly [first: number, last: number];

/** The usual one where the system does not tell, or gives all. */
const DEFAULT_RANGE: PortRange = [32_768, HIGHEST_PORT];

/** Of this worker; the first port of its block is held, see `claimBlock`. */
let block: Promise<number> | undefined;

/** Somewhere in the block, for whatever else runs on the machine. */
let nextOffset = Math.floor(Math.random() * PORTS_OF_EACH);

/**
 * None that the system gives to programs that ask for any, as another process would otherwise take it first. None
 * is given twice in a row.
 */
export async function freePort(): Promise<number> {
  block ??= claimBlock(lowestOfAll(readEphemeralRange()));
  const first = await block;
  for (;;) {
    nextOffset = (nextOffset % (PORTS_OF_EACH - 1)) + 1;
    const port = first + nextOffset;
    const server = await tryListening(port);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** The number of the block that a port belongs to. */
export function blockOf(port: number): number {
  return Math.floor((port - lowestOfAll(readEphemeralRange())) / PORTS_OF_EACH);
}

/**
 * The first port of a block that no other worker has, of this test run or of another one on the machine: its owner
 * listens on its first port for as long as it runs. Two with the same block would find the same port free at the same
 * time, and each would later find the server of the other one there.
 */
async function claimBlock(lowest: number): Promise<number> {
  const start = Math.floor(Math.random() * BLOCKS);
  for (let index = 0; index < BLOCKS; index++) {
    const first = lowest + ((start + index) % BLOCKS) * PORTS_OF_EACH;
    const holder = await tryListening(first);
    if (holder === undefined) continue;
    holder.unref();
    return first;
  }
  throw new Error(`all ${BLOCKS} blocks of ports for tests are taken`);
}

/** Undefined if the port is taken. */
async function tryListening(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
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
