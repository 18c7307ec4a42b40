/** What undici and Node say of a failed exchange, in the words of a report. */
import type { TransportFailure } from '../exchange.ts';

/** An answer larger than this is broken off; no contract of JSON records needs more. */
export const MAX_ANSWER_BYTES = 32_000_000;

export function tooLarge(): Error {
  return new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
}

export function timedOut(timeoutMs: number): TransportFailure {
  return { kind: 'timeout', reason: `no whole answer within ${timeoutMs} ms` };
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function describeFailure(error: unknown): TransportFailure {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (unreachable.has(code)) return { kind: 'unreachable', reason: code };
  if (/CERT|^ERR_(TLS|SSL)|^EPROTO$/.test(code))
    return { kind: 'unreachable', reason: `no TLS connection: ${message} (${code})` };
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') {
    return {
      kind: 'broken',
      reason: `the connection was closed before the answer was complete (${message})`,
    };
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return {
      kind: 'broken',
      reason: 'the body is not as long as Content-Length says, or several lengths are given',
    };
  return { kind: 'broken', reason: `the answer is not well-formed HTTP (${message})` };
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
