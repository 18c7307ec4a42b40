import { setTimeout as sleep } from 'node:timers/promises';
import { closed, over, type Play, type Theme } from '../attack.ts';
import { GOOD } from '../crowd.ts';
import { framed } from '../requests.ts';

/** A header section has a second, a request two. */
export const slow: Theme = {
  name: 'Slow clients',
  sends: 'requests that arrive byte by byte and never whole (slowloris), connections that say nothing',
  store: 'impatient',
  attacks: [
    {
      name: 'headers that come byte by byte',
      why: 'RFC 9110, 15.5.9: the time for them is over, be they ever so busy',
      sends: dripping('GET /plants HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'),
      gets: closed(408),
    },
    {
      name: 'a request line that comes byte by byte',
      why: 'the same',
      sends: dripping('GET /', 'a'),
      gets: closed(408),
    },
    {
      name: 'a body that comes byte by byte',
      why: 'the same for the whole request',
      sends: dripping(framed('Content-Length: 9000\r\n', ''), ' '),
      gets: closed(408),
    },
    {
      name: 'chunks that come byte by byte',
      why: 'the same',
      sends: dripping(framed('Transfer-Encoding: chunked\r\n', ''), '1\r\n \r\n'),
      gets: closed(408),
    },
    {
      name: 'a body that stops',
      why: 'the same',
      sends: framed('Content-Length: 100\r\n', '{"id"'),
      gets: closed(408),
    },
    {
      name: 'a body that is waited for after 100 Continue, and never comes',
      why: 'the same',
      sends: framed('Content-Length: 100\r\nExpect: 100-continue\r\n', ''),
      gets: { statuses: [100, 408], leaves: 'closed' },
    },
    {
      name: 'a second request that stops within its headers',
      why: 'the same on a connection that was good before',
      sends: `${GOOD}GET /plants HTTP/1.1\r\nHos`,
      gets: { statuses: [200, 408], leaves: 'closed' },
    },
    {
      name: 'a credential behind 5,000 other fields',
      why: 'however many bytes of headers are allowed, fields are refused, never dropped unread',
      sends: `POST /plants HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(5_000)}${GOOD.slice(GOOD.indexOf('Authorization'))}`,
      gets: closed(431),
    },
    {
      name: 'a connection that says nothing',
      why: 'nobody is there to be told',
      sends: over(async () => undefined),
      gets: closed(408),
    },
  ],
};

function dripping(head: string, drop: string): Play {
  return over(async (wire) => {
    await wire.write(head);
    while (!wire.isClosed() && (await wire.write(drop))) await sleep(50);
  });
}
