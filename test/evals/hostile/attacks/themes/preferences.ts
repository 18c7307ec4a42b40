import { type Attack, type AttackTheme, closed, dropped, onConnection, open } from '../attack.ts';
import { create, PLANT } from '../requests.ts';

const requestPreferring = (preference: string) => create(PLANT, `Prefer: ${preference}\r\n`);
const rejected = open(400, /1301/);

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
].map((preference) => ({
  name: `Prefer: ${preference}`,
  reason: 'what makes no sense is reported, not guessed',
  sends: requestPreferring(preference),
  expected: rejected,
}));

const odd: readonly Attack[] = [
  {
    name: 'an example of another folder',
    reason: 'examples are looked up by name',
    sends: requestPreferring('example=../../etc/passwd'),
    expected: open(400, /1302/),
  },
  {
    name: 'the example __proto__',
    reason: 'the same',
    sends: requestPreferring('example=__proto__'),
    expected: open(400, /1302/),
  },
  {
    name: '1,000 preferences',
    reason: 'the first of a name counts',
    sends: requestPreferring(`code=200${', code=500'.repeat(1_000)}`),
    expected: open(200),
  },
  {
    name: '300 Prefer fields',
    reason: 'the same',
    sends: create(PLANT, 'Prefer: code=429\r\n'.repeat(300)),
    expected: open(429),
  },
  {
    name: 'an unclosed quote',
    reason: 'what cannot be read is nothing',
    sends: requestPreferring(`x="${'\\"'.repeat(3_000)}`),
    expected: open(200),
  },
  {
    name: 'a seed of 10 KB',
    reason: 'any text is one',
    sends: requestPreferring(`seed=${'7'.repeat(10_000)}, dynamic=true`),
    expected: open(200),
  },
  {
    name: 'a status without a body',
    reason: 'RFC 9110, 6.4.1: no length, no body',
    sends: requestPreferring('code=204'),
    expected: open(204),
  },
  {
    name: '304 where nothing was asked about',
    reason: 'the same',
    sends: requestPreferring('code=304'),
    expected: open(304),
  },
  {
    name: 'the highest status',
    reason: 'RFC 9110, 15: 100 to 599',
    sends: requestPreferring('code=599'),
    expected: open(599),
  },
  {
    name: '500 preferences in the query',
    reason: 'the first counts',
    sends: create(PLANT).replace('/plants', `/plants?__code=418${'&__code=500'.repeat(500)}`),
    expected: open(418),
  },
  {
    name: 'a delay of ten minutes, and a client that leaves',
    reason: 'nothing waits for a disconnected client',
    sends: onConnection(async (connection) => {
      await connection.write(requestPreferring('delay=600000'));
      connection.end();
    }),
    expected: dropped,
  },
  {
    name: 'fault=reset',
    reason: 'it was requested',
    sends: requestPreferring('fault=reset'),
    expected: dropped,
  },
  { name: 'fault=empty', reason: 'the same', sends: requestPreferring('fault=empty'), expected: dropped },
  {
    name: '200 connections that request a hang',
    reason: 'each is released when its client disconnects',
    sends: async (store) => {
      const hanging = await Promise.all(Array.from({ length: 200 }, () => store.open()));
      await Promise.all(hanging.map((connection) => connection.write(requestPreferring('fault=hang'))));
      for (const connection of hanging) connection.reset();
      const connection = await store.open();
      await connection.write(create(PLANT, 'Connection: close\r\n'));
      return connection;
    },
    expected: closed(200),
  },
];

export const preferences: AttackTheme = {
  name: 'Preferences',
  sends:
    '`Prefer` with unknown statuses, delays and faults, hundreds of preferences at the same time, delays of ten minutes and hanging responses that no client waits for',
  attacks: [...nonsense, ...odd],
};
