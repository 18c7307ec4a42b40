import type { Check } from './check.ts';

export const noTrailingData: Check = {
  id: 'no-trailing-data',
  severity: 'error',
  invariant: 'no bytes follow the end of a response on the connection',
  title: 'Bytes follow the response',
  why: 'On a persistent connection, clients read these bytes as the start of the next response: with a connection pool, requests fail at random. Likely causes: a Content-Length counted in characters instead of bytes, a body written by two layers, a response sent twice. Send one body per response, and let the HTTP library count its bytes.',
  references: 'RFC 9112, section 6.3 (where a body ends) and section 9.3 (persistent connections)',
  appliesTo: ({ response, testCase: { sendMode } }) => response !== undefined && sendMode?.kind === 'watched',
  violations({ response, testCase: { operation, topic } }) {
    if (response?.trailingBytes === undefined) return [];
    const { byteLength } = response.trailingBytes;
    const start = Buffer.from(response.trailingBytes.subarray(0, EXCERPT_BYTES)).toString('latin1');
    const received = `${byteLength} bytes: ${JSON.stringify(start)}${byteLength > EXCERPT_BYTES ? '...' : ''}`;
    return [{ expected: 'no more bytes', received, place: operation.place, key: topic }];
  },
};

const EXCERPT_BYTES = 40;
