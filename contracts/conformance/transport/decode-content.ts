/** Decodes the gzip of a response whose request accepts it (RFC 9110, sections 8.4 and 12.5.3). */
import { gunzipSync } from 'node:zlib';
import { headerValue } from '../../http/headers.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import { describeFailure, MAX_RESPONSE_BYTES, tooLargeError } from './transport-failure.ts';

/**
 * The exchange with the decoded body. A body that cannot be decoded is a failure, as for every client; the limit of the
 * size applies to the decoded body.
 */
export function decodeContent(exchange: Exchange): Exchange {
  const { request, outcome } = exchange;
  if (outcome.kind === 'failure' || !acceptsGzip(request.headers)) return exchange;
  const { response } = outcome;
  return isGzip(response) ? { ...exchange, outcome: decodeGzip(response) } : exchange;
}

/** Whether the Accept-Encoding of a request names gzip. */
export function acceptsGzip(headers: ReceivedResponse['headers']): boolean {
  const codings = (headerValue(headers, 'accept-encoding') ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(?:;\s*q=(?:1|0\.\d*[1-9]))?/i.test(coding));
}

/** An empty body has no coding: the response to HEAD, or a 304. */
function isGzip({ headers, body }: ReceivedResponse): boolean {
  return body.byteLength > 0 && /^(?:x-)?gzip$/i.test(headerValue(headers, 'content-encoding')?.trim() ?? '');
}

function decodeGzip(response: ReceivedResponse): Exchange['outcome'] {
  try {
    const body = gunzipSync(response.body, { maxOutputLength: MAX_RESPONSE_BYTES });
    return { kind: 'response', response: { ...response, body, isDecoded: true } };
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) return { kind: 'failure', failure: describeFailure(tooLargeError()) };
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failure', failure: { kind: 'broken', reason: `the body cannot be decoded as gzip (${reason})` } };
  }
}
