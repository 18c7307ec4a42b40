/** Removes `100 Continue` from the received bytes: undici rejects it as a bad response. */

/** The filter of one connection. */
export interface InterimFilter {
  /** A request is sent: interim responses may arrive until its final response begins. */
  expectResponse(): void;
  /** Returns the bytes to pass to undici, of the chunk and of the bytes held before. */
  filter(chunk: Uint8Array): Uint8Array;
  /** Returns the held bytes of an incomplete interim response, when the connection ends. */
  flush(): Uint8Array;
}

const NOTHING = new Uint8Array();

/**
 * RFC 9110, section 15.2: a client discards every `100 Continue` that it did not request. Only bytes before a final
 * response are interim responses: after one, and in a body, the same bytes mean something else.
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
  /** The final response has begun. */
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

/** More than undici accepts, so that undici rejects a head that does not end. */
const MAX_HEAD_BYTES = 20_000;

/** Length in bytes of the interim response at the start; 0 for a final response; `unknown` when it is incomplete. */
function interimLength(bytes: Uint8Array): number | 'unknown' {
  if (!START.startsWith(latin1Text(bytes.subarray(0, START.length)))) return 0;
  const text = latin1Text(bytes.subarray(0, MAX_HEAD_BYTES));
  // After 101 another protocol follows.
  if (text.startsWith('HTTP/1.1 101')) return 0;
  // A bare LF ends a line too: undici reports it.
  const end = /\n\r?\n/.exec(text);
  if (end !== null) return end.index + end[0].length;
  return text.length < MAX_HEAD_BYTES ? 'unknown' : 0;
}

/** A well-formed `100 Continue`; RFC 9110, section 8.6, and RFC 9112, section 6.1, forbid body lengths in it. */
const CONTINUE =
  /^HTTP\/1\.1 100(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:(?!content-length:|transfer-encoding:)[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/i;

/** Latin-1 maps every byte to one character. */
function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
