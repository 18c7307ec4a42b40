import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackScript, type AttackTarget, type AttackTheme, dropped, open } from '../attack.ts';
import { openMany, thenValidRequest, VALID_REQUEST } from '../many-connections.ts';
import { create, PLANT } from '../requests.ts';
import type { RawConnection } from '../wire/connection.ts';

/** Over the limit of 1,000. */
export const manyConnections: AttackTheme = {
  name: 'Crowds',
  sends: '2,000 connections concurrently, 2,000 one after another',
  isSequential: true,
  attacks: [
    {
      name: '2,000 connections concurrently',
      reason: 'the limit is 1,000: more are closed without a response, and none of the others',
      sends: async (store) => {
        // Connections of an attack before this one may still be on their way out, and take places.
        for (let n = 0; n < 5; n++) {
          const reject = await rejectedOf(store);
          if (reject.length === 1_000) return reject[0] ?? store.open();
          await sleep(500);
        }
        // One that is open still would not be closed.
        return store.open();
      },
      expected: dropped,
    },
    {
      name: '2,000 requests on 2,000 connections',
      reason: 'as soon as one closes, the next one is accepted',
      sends: thenValidRequest(async (store) => {
        for (let n = 0; n < 20; n++)
          await openMany(store, 100, async (connection) => {
            await connection.write(create(PLANT, 'Connection: close\r\n'));
            await connection.until(connection.isClosed);
          });
      }),
      expected: open(200, /fern/),
    },
  ],
};

/** Of 2,000 connections those that were closed; the others are dropped where they are not 1,000. */
async function rejectedOf(store: AttackTarget): Promise<readonly RawConnection[]> {
  const connections = await openMany(store, 2_000, () => undefined);
  const reject = () => connections.filter((connection) => connection.isClosed());
  for (let n = 0; n < 200 && reject().length < 1_000; n++) await sleep(50);
  const found = reject();
  if (found.length !== 1_000) for (const connection of connections) connection.destroy();
  return found;
}

/** As many as the narrow store lets in, and all of them stay; then whether anybody gets in again. */
function whileFlooded(script: (connection: RawConnection) => unknown): AttackScript {
  return async (store) => {
    await openMany(store, 100, script);
    return admitted(store);
  };
}

async function admitted(store: AttackTarget): Promise<RawConnection> {
  for (let n = 0; n < 100; n++) {
    const connection = await store.open();
    await connection.write(VALID_REQUEST);
    await connection.until(() => connection.isClosed() || connection.received().responses.length > 0);
    if (!connection.isClosed()) return connection;
    await sleep(200);
  }
  return store.open();
}

export const connectionFloods: AttackTheme = {
  name: 'Sieges',
  sends:
    'as many connections as are accepted, all kept open: with half a request, after a rejection, reading no response',
  store: 'narrow',
  isSequential: true,
  attacks: [
    {
      name: '100 clients that send half a request and stay connected, whatever the response',
      reason: 'a connection that was rejected is not left to its client',
      sends: whileFlooded((connection) => connection.write('GET /plants HTTP/1.1\r\nX: ')),
      expected: open(200, /fern/),
    },
    {
      name: '100 clients that send no HTTP and stay',
      reason: 'the same',
      sends: whileFlooded((connection) => connection.write('EHLO mail.example\r\n')),
      expected: open(200, /fern/),
    },
    {
      name: '100 clients that CONNECT and stay',
      reason: 'the same',
      sends: whileFlooded((connection) =>
        connection.write('CONNECT other.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      ),
      expected: open(200, /fern/),
    },
    {
      name: '100 clients that say nothing and stay',
      reason: 'the same',
      sends: whileFlooded(() => undefined),
      expected: open(200, /fern/),
    },
    {
      name: '30 clients that read nothing of a response of 4 MB, and 70 that say nothing',
      reason: 'an unread response keeps its connection as long as a slow reader would',
      sends: async (store) => {
        await openMany(store, 100, async (connection, n) => {
          if (n >= 30) return;
          connection.pause();
          await connection.write(create(`{"id":8,"name":"${'x'.repeat(4_000_000)}"}`));
        });
        return admitted(store);
      },
      expected: open(200, /fern/),
    },
  ],
};
