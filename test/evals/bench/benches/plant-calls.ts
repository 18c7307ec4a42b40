/** The three kinds of request that the benches send to the Plant Store. */
import type { FirstRequest } from '../measuring/launch-server.ts';
import { TOKEN } from '../servers.ts';

function callOf(headers: Readonly<Record<string, string>>, body: string | null): FirstRequest {
  return {
    method: 'POST',
    path: '/plants',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  };
}

/** The name is not that of the contract's example, so that an echo is seen. */
const valid = callOf({ authorization: `Bearer ${TOKEN}` }, '{"id":1042,"name":"Staghorn fern","tag":"fern"}');

/** By kind, the valid one first. */
export const plantCalls: ReadonlyMap<string, FirstRequest> = new Map([
  ['valid', valid],
  ['invalid', { ...valid, body: '{"id":"x","name":"Staghorn fern","tag":"fern"}' }],
  ['no token', callOf({}, valid.body)],
]);
