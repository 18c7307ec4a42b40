/** The request as the contract is asked about it: its body read once for both sides, without a content coding. */

import type { Call } from '../http/call.ts';
import { decodeContent } from '../http/content-coding.ts';
import { Refusal } from '../http/refusals.ts';

/** For both sides: the one that judges and the one that passes on. */
export function readingOnce(call: Call): Call {
  let bytes: ReturnType<Call['readBody']> | undefined;
  return {
    ...call,
    readBody: () => {
      bytes ??= call.readBody();
      return bytes;
    },
  };
}

/** A body that is encoded, which contracts do not speak of, is judged as what it holds. */
export function judgingCall(call: Call, limit: number): Call {
  const coding = call.headers['content-encoding'];
  if (coding === undefined) return call;
  const { 'content-encoding': _coding, ...headers } = call.headers;
  return {
    ...call,
    headers,
    readBody: async () => {
      const bytes = await call.readBody();
      if (bytes instanceof Refusal) return bytes;
      const decoded = await decodeContent(bytes, coding, limit);
      if (decoded.kind === 'content') return decoded.bytes;
      const got = decoded.kind === 'broken' ? 'bytes that are not' : decoded.reason;
      return new Refusal(
        'body-encoding',
        `body: expected bytes in the coding that Content-Encoding names, got ${got}`,
      );
    },
  };
}
