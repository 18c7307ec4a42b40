/** Why Node could read no request: what its parser says of it, as a refusal. */
import { Refusal } from '../http/refusals.ts';

export interface ParserError {
  readonly code?: string;
  /** What was read last, and how far its parser came in it. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export function unreadable(error: ParserError): Refusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT')
    return new Refusal('request-timeout', 'request: expected to arrive whole in time, got only a part');
  // The preface of HTTP/2.
  if (error.code === 'HPE_PAUSED_H2_UPGRADE') return unknownVersion();
  const line = lineOf(error);
  if (error.code === 'HPE_INVALID_VERSION' && /^\S+ \S+ HTTP\/\d+(?:\.\d+)?$/.test(line))
    return unknownVersion();
  if (error.code === 'HPE_HEADER_OVERFLOW') return tooLong(line);
  if (error.code === 'HPE_INVALID_METHOD' && /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]$/.test(line))
    return unknownMethod();
  return new Refusal(
    'message-malformed',
    'request: expected HTTP/1.1, got bytes that cannot be read as that',
  );
}

export function unknownVersion(): Refusal {
  return new Refusal('version-unknown', 'request: expected HTTP/1.1 or HTTP/1.0, got another version');
}

/** RFC 9110, 15.6.2: of those that no path has; a path without the method is a 405. */
export function unknownMethod(): Refusal {
  return new Refusal('method-unsupported', 'method: expected one that the store knows, got another');
}

function tooLong(line: string): Refusal {
  const isTarget = /^[^\s:]+ \S*(?: HTTP\/\d(?:\.\d)?)?$/.test(line);
  return isTarget
    ? new Refusal('target-too-long', 'request target: expected a shorter one, got more than the limit')
    : new Refusal('headers-too-large', 'headers: expected fewer or shorter ones, got more than the limit');
}

/** The line in which the parser stopped, as far as it was read. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (rawPacket === undefined) return '';
  const start = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const end = rawPacket.indexOf('\r', start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end);
}
