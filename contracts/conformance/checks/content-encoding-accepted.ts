import { headerValue } from '../../http/headers.ts';
import { type Check, isContractSilent } from './check.ts';

export const contentEncodingAccepted: Check = {
  id: 'content-encoding-accepted',
  severity: 'error',
  invariant: 'the body is not compressed, since the request says Accept-Encoding: identity',
  title: 'The body is compressed although that was ruled out',
  why: 'A client that cannot decompress it, or that decompresses what never was compressed, reads garbage. Likely causes: a compression layer that does not look at Accept-Encoding, a proxy that decompresses a body and leaves the header. Compress only what Accept-Encoding asks for.',
  references: 'RFC 9110, section 8.4 (Content-Encoding) and section 12.5.3 (Accept-Encoding)',
  appliesTo: (context) => context.response !== undefined && !isContractSilent(context),
  violations({ response, testCase: { operation } }) {
    const encoding = response === undefined ? undefined : headerValue(response.headers, 'content-encoding');
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return [];
    const received = `Content-Encoding ${JSON.stringify(encoding)}`;
    const at = { in: 'header', name: 'Content-Encoding' } as const;
    return [{ expected: `no ${at.name}`, received, responsePart: at, place: operation.place, key: encoding }];
  },
};
