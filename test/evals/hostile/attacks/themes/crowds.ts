import { setTimeout as sleep } from 'node:timers/promises';
import { dropped, type Opponent, open, type Play, type Theme } from '../attack.ts';
import { afterwards, GOOD, many } from '../crowd.ts';
import { create, PLANT } from '../requests.ts';
import type { Wire } from '../wire/wire.ts';

/** Over the limit of 1,000. */
export const crowds: Theme = {
  name: 'Crowds',
  sends: '2,000 connections at once, 2,000 one after another',
  inTurn: true,
  attacks: [
    {
      name: '2,000 connections at once',
      why: 'the limit is 1,000: more are closed without an answer, and none of the others',
      sends: async (store) => {
        // Connections of an attack before this one may still be on their way out, and take places.
        for (let n = 0; n < 5; n++) {
          const refused = await refusedOf(store);
          if (refused.length === 1_000) return refused[0] ?? store.open();
          await sleep(500);
        }
        // One that is open still would not be closed.
        return store.open();
      },
      gets: dropped,
    },
    {
      name: '2,000 requests on 2,000 connections',
      why: 'as soon as one leaves, the next one is let in',
      sends: afterwards(async (store) => {
        for (let n = 0; n < 20; n++)
          await many(store, 100, async (wire) => {
            await wire.write(create(PLANT, 'Connection: close\r\n'));
            await wire.until(wire.isClosed);
          });
      }),
      gets: open(200, /fern/),
    },
  ],
};

/** Of 2,000 connections those that were closed; the others are dropped where they are not 1,000. */
async function refusedOf(store: Opponent): Promise<readonly Wire[]> {
  const wires = await many(store, 2_000, () => undefined);
  const refused = () => wires.filter((wire) => wire.isClosed());
  for (let n = 0; n < 200 && refused().length < 1_000; n++) await sleep(50);
  const found = refused();
  if (found.length !== 1_000) for (const wire of wires) wire.drop();
  return found;
}

/** As many as the narrow store lets in, and all of them stay; then whether anybody gets in again. */
function besieged(play: (wire: Wire) => unknown): Play {
  return async (store) => {
    await many(store, 100, play);
    return admitted(store);
  };
}

async function admitted(store: Opponent): Promise<Wire> {
  for (let n = 0; n < 100; n++) {
    const wire = await store.open();
    await wire.write(GOOD);
    await wire.until(() => wire.isClosed() || wire.received().answers.length > 0);
    if (!wire.isClosed()) return wire;
    await sleep(200);
  }
  return store.open();
}

export const sieges: Theme = {
  name: 'Sieges',
  sends:
    'as many connections as are let in, all of which stay: with half a request, after a refusal, reading no answer',
  store: 'narrow',
  inTurn: true,
  attacks: [
    {
      name: '100 clients that send half a request and stay, whatever they are told',
      why: 'a connection that was refused is not left to its client',
      sends: besieged((wire) => wire.write('GET /plants HTTP/1.1\r\nX: ')),
      gets: open(200, /fern/),
    },
    {
      name: '100 clients that send no HTTP and stay',
      why: 'the same',
      sends: besieged((wire) => wire.write('EHLO mail.example\r\n')),
      gets: open(200, /fern/),
    },
    {
      name: '100 clients that CONNECT and stay',
      why: 'the same',
      sends: besieged((wire) => wire.write('CONNECT other.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')),
      gets: open(200, /fern/),
    },
    {
      name: '100 clients that say nothing and stay',
      why: 'the same',
      sends: besieged(() => undefined),
      gets: open(200, /fern/),
    },
    {
      name: '30 clients that read nothing of an answer of 4 MB, and 70 that say nothing',
      why: 'an answer that nobody reads keeps its connection as long as a slow reader would',
      sends: async (store) => {
        await many(store, 100, async (wire, n) => {
          if (n >= 30) return;
          wire.pause();
          await wire.write(create(`{"id":8,"name":"${'x'.repeat(4_000_000)}"}`));
        });
        return admitted(store);
      },
      gets: open(200, /fern/),
    },
  ],
};
