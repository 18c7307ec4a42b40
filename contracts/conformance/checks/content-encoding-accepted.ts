import { headerValue } from '../../http/headers.ts';
import { type Check, isContractSilent } from './check.ts';

export const contentEncodingAccepted: Check = {
  id: 'content-encoding-accepted',
  severity: 'error',
  invariant: 'the body is not compressed if the request sends Accept-Encoding: identity',
  title: 'The body is compressed although the request excludes it',
  why: 'A client that does not decompress the body, or that decompresses a body that was never compressed, reads garbage. Likely causes: a compression layer that ignores Accept-Encoding, a proxy that decompresses the body but keeps the header. Compress only as Accept-Encoding allows.',
  references: 'RFC 9110, section 8.4 (Content-Encoding) and section 12.5.3 (Accept-Encoding)',
  appliesTo: (context) => context.response !== undefined && !isContractSilent(context),
  violations({ response, testCase: { operation } }) {
    const encoding = response === undefined ? undefined : headerValue(response.headers, 'content-encoding');
    if (response?.isDecoded || encoding === undefined || encoding.toLowerCase() === 'identity') return [];
    const received = `Content-Encoding ${JSON.stringify(encoding)}`;
    const at = { in: 'header', name: 'Content-Encoding' } as const;
    return [{ expected: `no ${at.name}`, received, responsePart: at, place: operation.place, key: encoding }];
  },
};
