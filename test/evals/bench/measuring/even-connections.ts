/** Connections of which each worker of a store has the same number: the kernel hands them out at will. Read from Linux. */
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const MOST_ROUNDS = 40;

/** Bare: a client that costs as much as a store is what a measurement of two of them would measure. */
export interface Connection {
  /** On this side. */
  readonly port: number | undefined;
  /** One after the other. Gives the status; throws where the connection ends. */
  send(request: string): Promise<number>;
  close(): void;
}

/** So many, which the processes given have in equal parts. Throws where one of them takes none for long. */
export async function connectEvenly(
  url: string,
  { pids, count }: { readonly pids: readonly number[]; readonly count: number },
): Promise<readonly Connection[]> {
  const share = Math.ceil(count / pids.length);
  let open: readonly Connection[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const added = await Promise.all(Array.from({ length: count }, () => openConnection(new URL(url))));
    const groups = pids.map((pid) => ofProcess(pid, [...open, ...added]).slice(0, share));
    const kept = new Set(groups.flat());
    for (const one of [...open, ...added]) if (!kept.has(one)) one.close();
    open = [...kept];
    if (groups.every(({ length }) => length === share)) return open;
  }
  for (const one of open) one.close();
  throw new Error(`of ${MOST_ROUNDS * count} connections a worker took less than ${share}`);
}

/** Answered once, so that it is known that somebody has taken it. */
async function openConnection({ hostname, port }: URL): Promise<Connection> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const connection = connectionOver(socket);
  await connection.send('GET /__store/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return connection;
}

function connectionOver(socket: Socket): Connection {
  let received = '';
  let waiting: PromiseWithResolvers<number> | undefined;
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const head = received.indexOf('\r\n\r\n') + 4;
    const [, length] = /content-length: (\d+)/i.exec(received) ?? [];
    if (head < 4 || received.length < head + Number(length ?? 0)) return;
    const status = Number(received.slice(9, 12));
    received = '';
    waiting?.resolve(status);
  });
  socket.on('close', () => waiting?.reject(new Error('the mock closed a connection')));
  return {
    port: socket.localPort,
    send: (request) => {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** By the inodes of the sockets on the store's side. */
function ofProcess(pid: number, all: readonly Connection[]): readonly Connection[] {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((descriptor) => inodeOf(`/proc/${pid}/fd/${descriptor}`)));
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const ports = new Set(
    rows.flatMap(([, , remote = '', ...rest]) =>
      inodes.has(rest[6]) ? [Number.parseInt(remote.split(':')[1] ?? '', 16)] : [],
    ),
  );
  return all.filter(({ port }) => port !== undefined && ports.has(port));
}

function inodeOf(descriptor: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor))?.[1];
  } catch {
    // Closed meanwhile.
    return undefined;
  }
}
