import { stackFrames } from '../../report/response-signature.ts';
import type { Check } from './check.ts';

export const noStackTrace: Check = {
  id: 'no-stack-trace',
  severity: 'warning',
  invariant: 'an error response does not show a stack trace',
  title: 'An error shows a stack trace',
  why: 'An attacker learns from it which libraries in which versions there are, and where the files are. No contract forbids it, so that this is a warning. Likely cause: a framework that runs in its development mode, or an error handler that returns the exception as it is. Return an error that the contract declares, and write the trace to the log.',
  references: 'CWE-209 (error message with sensitive information)',
  frameworkDefaults:
    'Express outside of NODE_ENV=production, Django and Flask with DEBUG, Spring with server.error.include-stacktrace',
  appliesTo: ({ response }) => (response?.status ?? 0) >= 400,
  violations({ response, declared, requestSpec: { body }, testCase: { operation } }) {
    if (response === undefined) return [];
    const [first, second] = stackFrames(Buffer.from(response.body).toString('utf8'));
    // A client may send a trace, which a message quotes.
    const isSent = first !== undefined && body !== undefined && Buffer.from(body).toString('utf8').includes(first);
    if (first === undefined || second === undefined || isSent) return [];
    return [
      {
        expected: 'an error without places in the source code',
        received: `a stack trace: ${first}, ${second}`,
        responsePart: { in: 'body', path: [] },
        place: declared?.place ?? operation.place,
        key: 'stack',
      },
    ];
  },
};
