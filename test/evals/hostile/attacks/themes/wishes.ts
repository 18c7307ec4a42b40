import { type Attack, closed, dropped, open, over, type Theme } from '../attack.ts';
import { create, PLANT } from '../requests.ts';

const wishing = (wish: string) => create(PLANT, `Prefer: ${wish}\r\n`);
const refused = open(400, /1301/);

const nonsense: readonly Attack[] = [
  'code=99999',
  'code=0',
  'code=-400',
  'code=1e3',
  'code=101',
  'code=199',
  'code=600',
  'code=',
  'code=200abc',
  'delay=1e9',
  'delay=999999999',
  'delay=600001',
  'delay=-5',
  'delay=9-1',
  'fault=explode',
  'fault=__proto__',
  'dynamic=maybe',
  'seed=',
].map((wish) => ({
  name: `Prefer: ${wish}`,
  why: 'what makes no sense is told, not guessed',
  sends: wishing(wish),
  gets: refused,
}));

const odd: readonly Attack[] = [
  {
    name: 'an example of another folder',
    why: 'examples are looked up by name',
    sends: wishing('example=../../etc/passwd'),
    gets: open(400, /1302/),
  },
  {
    name: 'the example __proto__',
    why: 'the same',
    sends: wishing('example=__proto__'),
    gets: open(400, /1302/),
  },
  {
    name: '1,000 preferences',
    why: 'the first of a name counts',
    sends: wishing(`code=200${', code=500'.repeat(1_000)}`),
    gets: open(200),
  },
  {
    name: '300 Prefer fields',
    why: 'the same',
    sends: create(PLANT, 'Prefer: code=429\r\n'.repeat(300)),
    gets: open(429),
  },
  {
    name: 'a quote that nobody closes',
    why: 'what cannot be read is nothing',
    sends: wishing(`x="${'\\"'.repeat(3_000)}`),
    gets: open(200),
  },
  {
    name: 'a seed of 10 KB',
    why: 'any text is one',
    sends: wishing(`seed=${'7'.repeat(10_000)}, dynamic=true`),
    gets: open(200),
  },
  {
    name: 'a status without a body',
    why: 'RFC 9110, 6.4.1: no length, no body',
    sends: wishing('code=204'),
    gets: open(204),
  },
  { name: '304 where nothing was asked about', why: 'the same', sends: wishing('code=304'), gets: open(304) },
  {
    name: 'the highest status',
    why: 'RFC 9110, 15: 100 to 599',
    sends: wishing('code=599'),
    gets: open(599),
  },
  {
    name: '500 preferences in the query',
    why: 'the first counts',
    sends: create(PLANT).replace('/plants', `/plants?__code=418${'&__code=500'.repeat(500)}`),
    gets: open(418),
  },
  {
    name: 'a delay of ten minutes, and a client that leaves',
    why: 'nothing waits for who has gone',
    sends: over(async (wire) => {
      await wire.write(wishing('delay=600000'));
      wire.end();
    }),
    gets: dropped,
  },
  { name: 'fault=reset', why: 'it was wished for', sends: wishing('fault=reset'), gets: dropped },
  { name: 'fault=empty', why: 'the same', sends: wishing('fault=empty'), gets: dropped },
  {
    name: '200 connections that wish to hang',
    why: 'each is let go when its client leaves',
    sends: async (store) => {
      const hanging = await Promise.all(Array.from({ length: 200 }, () => store.open()));
      await Promise.all(hanging.map((wire) => wire.write(wishing('fault=hang'))));
      for (const wire of hanging) wire.reset();
      const wire = await store.open();
      await wire.write(create(PLANT, 'Connection: close\r\n'));
      return wire;
    },
    gets: closed(200),
  },
];

export const wishes: Theme = {
  name: 'Wishes',
  sends:
    '`Prefer` with statuses, delays and faults that there are not, hundreds of preferences at once, delays of ten minutes and hanging answers that nobody waits for',
  attacks: [...nonsense, ...odd],
};
