import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, type AttackTheme, closed, dropped, onConnection, open } from '../attack.ts';
import { openMany, thenValidRequest, VALID_REQUEST } from '../many-connections.ts';
import { create, get, PLANT, withFraming } from '../requests.ts';

const plant = open(200, /fern/);

const attacks: readonly Attack[] = [
  {
    name: 'a reset after every byte of a request',
    reason: 'wherever it breaks off, the next one is served',
    sends: thenValidRequest((store) =>
      openMany(store, VALID_REQUEST.length, async (connection, n) => {
        await connection.write(VALID_REQUEST.slice(0, n + 1));
        connection.reset();
      }),
    ),
    expected: plant,
  },
  {
    name: 'an end after every byte of a request',
    reason: 'the same',
    sends: thenValidRequest((store) =>
      openMany(store, VALID_REQUEST.length, async (connection, n) => {
        await connection.write(VALID_REQUEST.slice(0, n + 1));
        connection.end();
      }),
    ),
    expected: plant,
  },
  {
    name: 'a reset after every part of a chunked request',
    reason: 'the same',
    sends: thenValidRequest((store) =>
      openMany(store, 100, async (connection, n) => {
        await connection.write(
          withFraming('Transfer-Encoding: chunked\r\n', `16\r\n${PLANT}\r\n0\r\n\r\n`).slice(0, 130 + n),
        );
        connection.reset();
      }),
    ),
    expected: plant,
  },
  {
    name: '500 responses that no client waits for',
    reason: 'a disconnected client costs nothing more',
    sends: thenValidRequest((store) =>
      openMany(store, 500, async (connection) => {
        await connection.write(VALID_REQUEST);
        connection.reset();
      }),
    ),
    expected: plant,
  },
  {
    name: '300 connections that say nothing',
    reason: 'others are served meanwhile',
    sends: thenValidRequest((store) => openMany(store, 300, () => undefined)),
    expected: plant,
  },
  {
    name: '300 connections that hold half a request',
    reason: 'the same',
    sends: thenValidRequest((store) =>
      openMany(store, 300, (connection) => connection.write(VALID_REQUEST.slice(0, 120))),
    ),
    expected: plant,
  },
  {
    name: '3,000 pipelined requests on one connection',
    reason: 'RFC 9112, 9.3.2: responses in order; after 100 waiting requests no more are read',
    sends: get('/nowhere').repeat(3_000),
    expected: { statuses: Array.from({ length: 3_000 }, () => 404), connection: 'open' },
  },
  {
    name: 'requests without end by a client that reads no response',
    reason: 'no more requests are read than responded to: the sender has to wait, and little is kept',
    sends: async (store) => {
      const connection = await store.open();
      connection.pause();
      const flood = get('/nowhere').repeat(1_000);
      let taken = 0;
      while (taken < 1_000 && (await Promise.race([connection.write(flood), sleep(500, false)]))) taken += 1;
      connection.destroy();
      const witness = await store.open();
      // So many as the two ends of a connection keep by themselves, and not all that were sent.
      if (taken < 1_000) await witness.write(VALID_REQUEST);
      return witness;
    },
    expected: plant,
  },
  {
    name: 'a large response that is never read',
    reason: 'others are served meanwhile',
    sends: thenValidRequest(async (store) => {
      const connection = await store.open();
      connection.pause();
      await connection.write(create(`{"id":8,"name":"${'x'.repeat(5_000_000)}"}`));
    }),
    expected: plant,
  },
  {
    name: '100 streams of the journal that are never read',
    reason: 'at most 64 are open; what waits for a reader is bounded, and a reader that falls behind is disconnected',
    sends: thenValidRequest(async (store) => {
      await openMany(store, 100, async (connection) => {
        await connection.write(get('/__store/journal/stream'));
        await connection.until(() => connection.received().rest.length + connection.received().responses.length > 0);
        connection.pause();
      });
      await openMany(store, 20, (connection) => connection.write(get(`/${'n'.repeat(10_000)}`).repeat(20)));
    }),
    expected: plant,
  },
  {
    name: 'an end of the stream directly after a slow request',
    reason: 'a half-closed client looks like a disconnected one, and most are',
    sends: onConnection(async (connection) => {
      await connection.write(create(PLANT, 'Prefer: delay=60000\r\n'));
      connection.end();
    }),
    expected: dropped,
  },
  {
    name: 'an end within a body',
    reason: 'half a request is not treated as a complete one',
    sends: onConnection(async (connection) => {
      await connection.write(withFraming('Content-Length: 99\r\n', '{"id"'));
      connection.end();
    }),
    expected: closed(400),
  },
  {
    name: 'an idle connection after a response',
    reason: 'it is closed some five seconds later',
    sends: onConnection(async (connection) => {
      await connection.write(VALID_REQUEST);
    }),
    expected: closed(200),
  },
];

export const connections: AttackTheme = {
  name: 'Connections',
  // Together they would come near to the thousand connections that a store lets in.
  isSequential: true,
  sends:
    'resets and ends after every byte of a request, 3,000 pipelined requests, floods by clients that never read, abandoned responses, hundreds of idle and half requests',
  attacks,
};
