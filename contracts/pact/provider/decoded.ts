/** An answer as its content coding was taken off: the verifier asks for compressed answers, and reads them. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { headerOf } from '../../http/headers.ts';

/** The same exchange where the answer has none of the usual codings. */
export function decoded(exchange: Exchange): Exchange {
  if (exchange.outcome.kind !== 'answer') return exchange;
  const { answer } = exchange.outcome;
  const coding = headerOf(answer.headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  const decode = decoders.get(coding);
  if (decode === undefined) return exchange;
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  const body = bytesBy(decode, answer.body);
  return { ...exchange, outcome: { kind: 'answer', answer: { ...answer, headers, body } } };
}

type Decode = (body: Uint8Array, limits: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** A few kilobytes may be made to unfold into all the memory that there is. */
const MAX_DECODED_BYTES = 64_000_000;

/** What cannot be decoded stays as it is, and is no JSON then. */
function bytesBy(decode: Decode, body: Uint8Array): Uint8Array {
  try {
    return decode(body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch {
    return body;
  }
}
