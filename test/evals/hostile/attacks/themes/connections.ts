import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, closed, dropped, open, over, type Theme } from '../attack.ts';
import { afterwards, GOOD, many } from '../crowd.ts';
import { create, framed, get, PLANT } from '../requests.ts';

const plant = open(200, /fern/);

const attacks: readonly Attack[] = [
  {
    name: 'a reset after every byte of a request',
    why: 'wherever it breaks off, the next one is served',
    sends: afterwards((store) =>
      many(store, GOOD.length, async (wire, n) => {
        await wire.write(GOOD.slice(0, n + 1));
        wire.reset();
      }),
    ),
    gets: plant,
  },
  {
    name: 'an end after every byte of a request',
    why: 'the same',
    sends: afterwards((store) =>
      many(store, GOOD.length, async (wire, n) => {
        await wire.write(GOOD.slice(0, n + 1));
        wire.end();
      }),
    ),
    gets: plant,
  },
  {
    name: 'a reset after every part of a chunked request',
    why: 'the same',
    sends: afterwards((store) =>
      many(store, 100, async (wire, n) => {
        await wire.write(
          framed('Transfer-Encoding: chunked\r\n', `16\r\n${PLANT}\r\n0\r\n\r\n`).slice(0, 130 + n),
        );
        wire.reset();
      }),
    ),
    gets: plant,
  },
  {
    name: '500 answers that nobody waits for',
    why: 'who has gone costs nothing more',
    sends: afterwards((store) =>
      many(store, 500, async (wire) => {
        await wire.write(GOOD);
        wire.reset();
      }),
    ),
    gets: plant,
  },
  {
    name: '300 connections that say nothing',
    why: 'others are served meanwhile',
    sends: afterwards((store) => many(store, 300, () => undefined)),
    gets: plant,
  },
  {
    name: '300 connections that hold half a request',
    why: 'the same',
    sends: afterwards((store) => many(store, 300, (wire) => wire.write(GOOD.slice(0, 120)))),
    gets: plant,
  },
  {
    name: '3,000 requests in one go on one connection',
    why: 'RFC 9112, 9.3.2: answered in order; from 100 that wait on no more are read',
    sends: get('/nowhere').repeat(3_000),
    gets: { statuses: Array.from({ length: 3_000 }, () => 404), leaves: 'open' },
  },
  {
    name: 'requests without end by a client that reads no answer',
    why: 'no more are read than are answered: the sender has to wait, and little is kept',
    sends: async (store) => {
      const wire = await store.open();
      wire.pause();
      const flood = get('/nowhere').repeat(1_000);
      let taken = 0;
      while (taken < 1_000 && (await Promise.race([wire.write(flood), sleep(500, false)]))) taken += 1;
      wire.drop();
      const witness = await store.open();
      // So many as the two ends of a connection keep by themselves, and not all that were sent.
      if (taken < 1_000) await witness.write(GOOD);
      return witness;
    },
    gets: plant,
  },
  {
    name: 'a large answer that nobody reads',
    why: 'others are served meanwhile',
    sends: afterwards(async (store) => {
      const wire = await store.open();
      wire.pause();
      await wire.write(create(`{"id":8,"name":"${'x'.repeat(5_000_000)}"}`));
    }),
    gets: plant,
  },
  {
    name: '100 streams of the journal that nobody reads',
    why: 'at most 64 are open; what waits for a reader is bounded, and who falls behind is let go',
    sends: afterwards(async (store) => {
      await many(store, 100, async (wire) => {
        await wire.write(get('/__store/journal/stream'));
        await wire.until(() => wire.received().rest.length + wire.received().answers.length > 0);
        wire.pause();
      });
      await many(store, 20, (wire) => wire.write(get(`/${'n'.repeat(10_000)}`).repeat(20)));
    }),
    gets: plant,
  },
  {
    name: 'an end right behind a request that takes its time',
    why: 'a client that only closes its side looks like one that is gone, and most are gone',
    sends: over(async (wire) => {
      await wire.write(create(PLANT, 'Prefer: delay=60000\r\n'));
      wire.end();
    }),
    gets: dropped,
  },
  {
    name: 'an end within a body',
    why: 'half a request is not answered as a whole one',
    sends: over(async (wire) => {
      await wire.write(framed('Content-Length: 99\r\n', '{"id"'));
      wire.end();
    }),
    gets: closed(400),
  },
  {
    name: 'an idle connection after an answer',
    why: 'it is closed some five seconds later',
    sends: over(async (wire) => {
      await wire.write(GOOD);
    }),
    gets: closed(200),
  },
];

export const connections: Theme = {
  name: 'Connections',
  // Together they would come near to the thousand connections that a store lets in.
  inTurn: true,
  sends:
    'resets and ends after every byte of a request, 3,000 pipelined requests, floods by who never reads, answers abandoned, hundreds of idle and half requests',
  attacks,
};
