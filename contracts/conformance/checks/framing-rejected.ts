import { isSuccess, statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const framingRejected: Check = {
  id: 'framing-rejected',
  severity: 'error',
  invariant: 'a request whose end is not certain is rejected',
  title: 'A request whose end is not certain is accepted',
  why: 'Servers and proxies that disagree about the end of a request read a part of its body as the next request: an attacker can send requests in the name of others (request smuggling). Likely cause: an HTTP parser of its own, or one in a lenient mode. Return 400 and close the connection, as the HTTP library of the platform does in its strict mode.',
  references:
    'RFC 9112, section 6.3 (message body length), section 6.1 (Transfer-Encoding) and section 11.2 (request smuggling); CWE-444',
  appliesTo: ({ testCase: { category, topic }, response }) =>
    category === 'connections' && topic === 'framing' && response !== undefined,
  violations({ exchange, testCase: { operation, mutation } }) {
    const status = statusOf(exchange);
    if (status === undefined || !isSuccess(status)) return [];
    return [
      {
        expected: 'status 400 or 501, or the end of the connection',
        received: `status ${status}`,
        responsePart: { in: 'status' },
        place: operation.place,
        requirement: `HTTP does not allow it: ${mutation}`,
        key: mutation,
      },
    ];
  },
};
