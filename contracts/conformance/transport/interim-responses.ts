/** Takes `100 Continue` out of what a connection brings: undici calls it a bad response. */

/** Of one connection. */
export interface InterimFilter {
  /** A request goes out: interim answers may come from now on, until its final answer begins. */
  expectResponse(): void;
  /** What undici is to see of these bytes, and of those that were held. */
  filter(chunk: Uint8Array): Uint8Array;
  /** What is held, since its end has not come: the connection has ended. */
  flush(): Uint8Array;
}

const NOTHING = new Uint8Array();

/**
 * RFC 9110, section 15.2: a client discards the `100 Continue` it has not asked for, however often. It is one only
 * before a final answer: behind one, and in a body, the same bytes are something else.
 */
export function createInterimFilter(): InterimFilter {
  let isExpectingResponse = false;
  let held: Uint8Array = NOTHING;
  return {
    expectResponse() {
      isExpectingResponse = true;
    },
    filter(chunk) {
      if (!isExpectingResponse) return chunk;
      const filtered = removeContinue(held.byteLength === 0 ? chunk : Buffer.concat([held, chunk]));
      held = filtered.held;
      isExpectingResponse = !filtered.isFinal;
      return filtered.passed;
    },
    flush() {
      const rest = held;
      held = NOTHING;
      return rest;
    },
  };
}

interface FilteredBytes {
  readonly passed: Uint8Array;
  readonly held: Uint8Array;
  /** The final answer has begun. */
  readonly isFinal: boolean;
}

function removeContinue(bytes: Uint8Array): FilteredBytes {
  const passed: Uint8Array[] = [];
  let rest = bytes;
  for (;;) {
    const length = interimLength(rest);
    if (length === 'unknown') return { passed: Buffer.concat(passed), held: rest, isFinal: false };
    if (length === 0) {
      const all = passed.length === 0 ? rest : Buffer.concat([...passed, rest]);
      return { passed: all, held: NOTHING, isFinal: true };
    }
    const interim = rest.subarray(0, length);
    if (!CONTINUE.test(latin1Text(interim))) passed.push(interim);
    rest = rest.subarray(length);
  }
}

const START = 'HTTP/1.1 1';

/** More than undici takes, so that it is the one to refuse a head without an end. */
const MAX_HEAD_BYTES = 20_000;

/** Of the interim answer at the beginning: 0 where it is a final one. */
function interimLength(bytes: Uint8Array): number | 'unknown' {
  if (!START.startsWith(latin1Text(bytes.subarray(0, START.length)))) return 0;
  const text = latin1Text(bytes.subarray(0, MAX_HEAD_BYTES));
  // After 101 another protocol follows.
  if (text.startsWith('HTTP/1.1 101')) return 0;
  // A wrong line end is a line end, too: undici tells of it.
  const end = /\n\r?\n/.exec(text);
  if (end !== null) return end.index + end[0].length;
  return text.length < MAX_HEAD_BYTES ? 'unknown' : 0;
}

/** A well-formed one; RFC 9110, section 8.6, and RFC 9112, section 6.1, forbid it to say how long a body is. */
const CONTINUE =
  /^HTTP\/1\.1 100(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:(?!content-length:|transfer-encoding:)[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/i;

/** Latin-1: every byte is a character. */
function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
