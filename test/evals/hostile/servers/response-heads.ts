/** Right plants under a head that says strange things. */
import type { StoreResponse } from '../../zoo/response.ts';
import { withHeader } from '../../zoo/store.ts';
import { type HostileServer, respondToPlantsWith, wholeResponse, withBehavior } from '../hostile-server.ts';

const noType = { exitCode: 1, checks: ['headers-well-formed'] } as const;
const undeclared = { exitCode: 1, checks: ['media-type-declared'] } as const;
const silent = 'the contract does not mention it, and the plant is correct';

export const responseHeads: readonly HostileServer[] = [
  {
    name: 'wrong-charset',
    description: 'It declares UTF-7 for a plant with é.',
    expected: { exitCode: 0, why: 'readers that know that JSON is UTF-8 can read it: that is a warning' },
    proxied: 'passed on',
    start: withType('application/json; charset=utf-7'),
  },
  {
    name: 'no-type',
    description: 'It gives no Content-Type.',
    expected: { ...undeclared, why: 'a client has to guess' },
    proxied: 'passed on',
    start: withBehavior((right) => ({
      respondToCreate: (shown): StoreResponse => ({ ...right.respondToCreate(shown), headers: {} }),
    })),
  },
  {
    name: 'absurd-type',
    description: 'It gives a Content-Type that is none.',
    expected: { ...noType, why: 'no media type' },
    proxied: 'passed on',
    start: withType('=?;;/\\"<script>'),
  },
  {
    name: 'type-of-many-parameters',
    description: 'It gives a Content-Type with a thousand parameters.',
    expected: { exitCode: 0, why: 'unknown parameters change nothing' },
    proxied: 'passed on',
    start: withType(`application/json${[...Array(1_000).keys()].map((n) => `; p${n}=v`).join('')}`),
  },
  {
    name: 'type-of-backtracking',
    description: 'It gives a Content-Type that a careless pattern would look at for hours.',
    expected: { exitCode: 0, why: 'invalid parameters are a warning, and are found fast' },
    proxied: 'passed on',
    start: withType(`application/json${';'.repeat(3_000)}${' '.repeat(5_000)}="`),
  },
  {
    name: 'date-of-nonsense',
    description: 'It gives dates that are none.',
    expected: { exitCode: 0, why: silent },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(
          wholeResponse(response, ['date: yesterday', 'last-modified: -1', 'expires: 9'.repeat(3), 'age: NaN']),
        ),
    ),
  },
  {
    name: 'reason-of-html',
    description: 'It gives a long reason phrase full of markup.',
    expected: { exitCode: 0, why: 'clients ignore the reason phrase' },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(wholeResponse(response, [], `200 <script>alert(1)</script>${'x'.repeat(5_000)}`)),
    ),
  },
  {
    name: 'retry-after-a-year',
    description: 'It returns the third plant with 429 and a Retry-After of a year.',
    expected: { exitCode: 0, why: 'a 429 is not an error, and is waited for at most five seconds' },
    proxied: 'passed on',
    start: withBehavior((right) => {
      let plants = 0;
      const later: StoreResponse = {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '31536000' },
        body: '{"error":429,"message":"later"}',
      };
      return { respondToCreate: (shown) => (++plants === 3 ? later : right.respondToCreate(shown)) };
    }),
  },
  {
    name: 'connection-of-nonsense',
    description: 'It names headers in Connection that carry the message.',
    expected: { exitCode: 0, why: silent },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(
          wholeResponse(response, ['connection: content-length, content-type, close, x', 'keep-alive: timeout=-1']),
        ),
    ),
  },
];

function withType(type: string): HostileServer['start'] {
  return withBehavior((right) => ({
    respondToCreate: (shown): StoreResponse => withHeader(right.respondToCreate(shown), 'content-type', type),
  }));
}
