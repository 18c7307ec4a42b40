/** Right plants under a head that says strange things. */
import type { Reply } from '../../zoo/exchange.ts';
import { withHeader } from '../../zoo/store.ts';
import { type HostileServer, plants, store, whole } from '../server.ts';

const noType = { exit: 1, checks: ['headers-well-formed'] } as const;
const undeclared = { exit: 1, checks: ['media-type-declared'] } as const;
const silent = 'the contract says nothing of it, and the plant is right';

export const heads: readonly HostileServer[] = [
  {
    name: 'wrong-charset',
    what: 'It says that a plant with é is in UTF-7.',
    demand: { exit: 0, why: 'who knows that JSON is UTF-8 reads it all the same: that is advice' },
    proxied: 'passed on',
    start: withType('application/json; charset=utf-7'),
  },
  {
    name: 'no-type',
    what: 'It gives no Content-Type.',
    demand: { ...undeclared, why: 'a client has to guess' },
    proxied: 'passed on',
    start: store((right) => ({
      answerCreated: (shown): Reply => ({ ...right.answerCreated(shown), headers: {} }),
    })),
  },
  {
    name: 'absurd-type',
    what: 'It gives a Content-Type that is none.',
    demand: { ...noType, why: 'no media type' },
    proxied: 'passed on',
    start: withType('=?;;/\\"<script>'),
  },
  {
    name: 'type-of-many-parameters',
    what: 'It gives a Content-Type with a thousand parameters.',
    demand: { exit: 0, why: 'parameters that nobody knows change nothing' },
    proxied: 'passed on',
    start: withType(`application/json${[...Array(1_000).keys()].map((n) => `; p${n}=v`).join('')}`),
  },
  {
    name: 'type-of-backtracking',
    what: 'It gives a Content-Type that a careless pattern would look at for hours.',
    demand: { exit: 0, why: 'what parameters are worth is advice, and found in no time' },
    proxied: 'passed on',
    start: withType(`application/json${';'.repeat(3_000)}${' '.repeat(5_000)}="`),
  },
  {
    name: 'date-of-nonsense',
    what: 'It gives dates that are none.',
    demand: { exit: 0, why: silent },
    proxied: 'passed on',
    start: plants(
      ({ socket, reply }) =>
        void socket.write(
          whole(reply, ['date: yesterday', 'last-modified: -1', 'expires: 9'.repeat(3), 'age: NaN']),
        ),
    ),
  },
  {
    name: 'reason-of-html',
    what: 'It gives a long reason phrase full of markup.',
    demand: { exit: 0, why: 'nobody is to read a reason phrase' },
    proxied: 'passed on',
    start: plants(
      ({ socket, reply }) =>
        void socket.write(whole(reply, [], `200 <script>alert(1)</script>${'x'.repeat(5_000)}`)),
    ),
  },
  {
    name: 'retry-after-a-year',
    what: 'It answers the third plant with 429 and a Retry-After of a year.',
    demand: { exit: 0, why: 'a 429 judges nobody, and is waited for five seconds at the most' },
    proxied: 'passed on',
    start: store((right) => {
      let plants = 0;
      const later: Reply = {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '31536000' },
        body: '{"error":429,"message":"later"}',
      };
      return { answerCreated: (shown) => (++plants === 3 ? later : right.answerCreated(shown)) };
    }),
  },
  {
    name: 'connection-of-nonsense',
    what: 'It names headers in Connection that carry the message.',
    demand: { exit: 0, why: silent },
    proxied: 'passed on',
    start: plants(
      ({ socket, reply }) =>
        void socket.write(
          whole(reply, ['connection: content-length, content-type, close, x', 'keep-alive: timeout=-1']),
        ),
    ),
  },
];

function withType(type: string): HostileServer['start'] {
  return store((right) => ({
    answerCreated: (shown): Reply => withHeader(right.answerCreated(shown), 'content-type', type),
  }));
}
