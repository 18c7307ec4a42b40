import type { Check } from './check.ts';

export const responseArrives: Check = {
  id: 'response-arrives',
  severity: 'error',
  invariant: 'a complete, well-formed HTTP response arrives within the time limit',
  title: 'No complete response arrives',
  why: 'The client waits until it times out, or loses the connection, and does not know whether the request was processed. Likely causes: an exception that ends the handler or the process without a response, a body stream that is awaited after it ended, a Content-Length that does not match the body. Respond to every request, catch exceptions, and leave lengths to the HTTP library.',
  references: 'RFC 9112, section 6.3 (where a body ends) and section 8 (incomplete messages)',
  appliesTo: () => true,
  violations({ exchange, testCase: { operation, category } }) {
    if (exchange.outcome.kind === 'response') return [];
    const { kind, reason } = exchange.outcome.failure;
    // A server that cannot know where the request ends may close the connection, or wait.
    if (kind === 'broken' && exchange.request.delivery === 'verbatim head') return [];
    // A body that was not read to its end may be correct: the run reports it as inconclusive.
    if (kind === 'too large') return [];
    return [{ expected: 'a response', received: reason, place: operation.place, key: `${kind} ${category}` }];
  },
};
