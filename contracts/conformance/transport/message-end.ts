/** Finds where an HTTP/1.1 response ends in the bytes of its connection (RFC 9112, section 6). */

export interface MessageFraming {
  /** Method of the request. */
  readonly method: string;
  /** All bytes received on the connection. */
  readonly bytes: Uint8Array;
}

/**
 * The offset after the last byte of the response; the length of `bytes` when the close of the connection ends it, or
 * when it is malformed.
 */
export function findMessageEnd({ method, bytes }: MessageFraming): number {
  // Latin-1 maps every byte to one character.
  const text = Buffer.from(bytes).toString('latin1');
  const start = skipInterimResponses(text);
  const headEnd = text.indexOf('\r\n\r\n', start);
  if (headEnd === -1) return text.length;
  const head = text.slice(start, headEnd);
  const bodyStart = headEnd + 4;
  if (method === 'HEAD' || /^HTTP\/1\.\d (204|304)\b/.test(head)) return bodyStart;
  if (/^transfer-encoding:.*chunked\s*$/im.test(head)) return findChunksEnd(text, bodyStart);
  const length = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1];
  return length === undefined ? text.length : bodyStart + Number(length);
}

/** Interim responses have no body. */
function skipInterimResponses(text: string): number {
  let start = 0;
  while (/^HTTP\/1\.\d 1(?!01)\d\d\b/.test(text.slice(start, start + 13))) {
    const end = text.indexOf('\r\n\r\n', start);
    if (end === -1) return start;
    start = end + 4;
  }
  return start;
}

function findChunksEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd === -1 || Number.isNaN(size)) return text.length;
    if (size === 0) return findTrailersEnd(text, lineEnd + 2);
    at = lineEnd + 2 + size + 2;
  }
}

function findTrailersEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return text.length;
    if (lineEnd === at) return lineEnd + 2;
    at = lineEnd + 2;
  }
}
