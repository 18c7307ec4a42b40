import type { Check } from './check.ts';

export const noTrailingData: Check = {
  id: 'no-trailing-data',
  severity: 'error',
  invariant: 'nothing comes on the connection after the answer has ended',
  title: 'Bytes follow the answer',
  why: 'On a kept connection they are taken for the beginning of the next answer: every client behind a pool fails now and then, and nobody knows why. Likely causes: a Content-Length counted in characters and not in bytes, a body written by two layers, an answer sent twice. Send one body for an answer, and let the HTTP library count its bytes.',
  references: 'RFC 9112, section 6.3 (where a body ends) and section 9.3 (connections that are kept)',
  appliesTo: ({ response, testCase: { sendMode } }) => response !== undefined && sendMode?.kind === 'watched',
  violations({ response, testCase: { operation, topic } }) {
    if (response?.trailingBytes === undefined) return [];
    const { byteLength } = response.trailingBytes;
    const start = Buffer.from(response.trailingBytes.subarray(0, EXCERPT_BYTES)).toString('latin1');
    const received = `${byteLength} bytes: ${JSON.stringify(start)}${byteLength > EXCERPT_BYTES ? '...' : ''}`;
    return [{ expected: 'nothing more', received, place: operation.place, key: topic }];
  },
};

const EXCERPT_BYTES = 40;
