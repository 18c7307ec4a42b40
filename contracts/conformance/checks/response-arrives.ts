import type { Check } from './check.ts';

export const responseArrives: Check = {
  id: 'response-arrives',
  severity: 'fault',
  invariant: 'a whole, well-formed HTTP answer arrives within the time limit',
  title: 'No whole answer arrives',
  why: 'A client waits until its own time limit and learns nothing. Likely causes: an exception that ends the handler or the process without an answer, a body stream that is awaited after it ended, a Content-Length that does not fit the body. Answer every request, catch what is thrown, and leave lengths to the HTTP library.',
  references: 'RFC 9112, section 6.3 (where a body ends) and section 8 (incomplete messages)',
  appliesTo: () => true,
  violations({ exchange, testCase: { operation, category } }) {
    if (exchange.outcome.kind === 'response') return [];
    const { kind, reason } = exchange.outcome.failure;
    // A body that was not read to its end may be correct: the run reports it as inconclusive.
    if (kind === 'too large') return [];
    return [{ expected: 'an answer', received: reason, place: operation.place, key: `${kind} ${category}` }];
  },
};
