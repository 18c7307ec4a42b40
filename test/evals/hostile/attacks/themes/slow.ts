import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackScript, type AttackTheme, closed, onConnection } from '../attack.ts';
import { VALID_REQUEST } from '../many-connections.ts';
import { withFraming } from '../requests.ts';

/** A header section has a second, a request two. */
export const slow: AttackTheme = {
  name: 'Slow clients',
  sends: 'requests that arrive byte by byte and never whole (slowloris), connections that say nothing',
  store: 'impatient',
  attacks: [
    {
      name: 'headers that come byte by byte',
      reason: 'RFC 9110, 15.5.9: the time for them is over, be they ever so busy',
      sends: dripping('GET /plants HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'),
      expected: closed(408),
    },
    {
      name: 'a request line that comes byte by byte',
      reason: 'the same',
      sends: dripping('GET /', 'a'),
      expected: closed(408),
    },
    {
      name: 'a body that comes byte by byte',
      reason: 'the same for the whole request',
      sends: dripping(withFraming('Content-Length: 9000\r\n', ''), ' '),
      expected: closed(408),
    },
    {
      name: 'chunks that come byte by byte',
      reason: 'the same',
      sends: dripping(withFraming('Transfer-Encoding: chunked\r\n', ''), '1\r\n \r\n'),
      expected: closed(408),
    },
    {
      name: 'a body that stops',
      reason: 'the same',
      sends: withFraming('Content-Length: 100\r\n', '{"id"'),
      expected: closed(408),
    },
    {
      name: 'a body that is waited for after 100 Continue, and never comes',
      reason: 'the same',
      sends: withFraming('Content-Length: 100\r\nExpect: 100-continue\r\n', ''),
      expected: { statuses: [100, 408], connection: 'closed' },
    },
    {
      name: 'a second request that stops within its headers',
      reason: 'the same on a connection that was good before',
      sends: `${VALID_REQUEST}GET /plants HTTP/1.1\r\nHos`,
      expected: { statuses: [200, 408], connection: 'closed' },
    },
    {
      name: 'a credential behind 5,000 other fields',
      reason: 'however many bytes of headers are allowed, fields are rejected, never dropped unread',
      sends: `POST /plants HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(5_000)}${VALID_REQUEST.slice(VALID_REQUEST.indexOf('Authorization'))}`,
      expected: closed(431),
    },
    {
      name: 'a silent connection',
      reason: 'no client waits for a response',
      sends: onConnection(async () => undefined),
      expected: closed(408),
    },
  ],
};

function dripping(head: string, drop: string): AttackScript {
  return onConnection(async (connection) => {
    await connection.write(head);
    while (!connection.isClosed() && (await connection.write(drop))) await sleep(50);
  });
}
