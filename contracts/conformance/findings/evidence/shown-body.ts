/**
 * A body as shown in reports: long text is truncated around the part that matters, and binary content is described.
 */
import type { TextSpan } from '../../../http/json-path.ts';

const MAX_BODY_LENGTH = 2_000;
const ELLIPSIS = '... ';

/** A body as shown in reports; `mark` is the part that matters. */
export interface ShownBody {
  readonly body: string;
  readonly mark?: TextSpan;
}

/** Truncates a long body around the mark. */
export function createShownBody(text: string, mark: TextSpan | undefined): ShownBody {
  if (mark === undefined) return { body: truncate(text) };
  return mark.start < MAX_BODY_LENGTH / 2
    ? { body: truncate(text), mark: limitSpan(mark) }
    : truncateAround(text, mark);
}

function limitSpan({ start, end }: TextSpan): TextSpan {
  return { start, end: Math.min(end, MAX_BODY_LENGTH) };
}

function truncateAround(text: string, { start, end }: TextSpan): ShownBody {
  const middle = start - MAX_BODY_LENGTH / 4;
  const from = isLowSurrogate(text, middle) ? middle + 1 : middle;
  const shift = from - ELLIPSIS.length;
  const mark = limitSpan({ start: start - shift, end: end - shift });
  return { body: `${ELLIPSIS}${truncate(text.slice(from))}`, mark };
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? '');
}

function truncate(text: string): string {
  if (text.length <= MAX_BODY_LENGTH) return text;
  // Not within a surrogate pair.
  const start = text.slice(0, MAX_BODY_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${copyText(start)}... (${text.length} characters)`;
}

/** V8 keeps the whole string, perhaps megabytes, in memory as long as a slice of it lives; a copy avoids that. */
function copyText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/**
 * Describes a body that is no text, and would be shown as replacement characters:
 * `(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a)`. Undefined for text.
 */
export function describeBinary(bytes: Uint8Array, mask: (text: string) => string): string | undefined {
  if (!isBinary(bytes.subarray(0, SAMPLE_BYTES))) return undefined;
  const size = `${bytes.length.toLocaleString('en')} byte${bytes.length === 1 ? '' : 's'}`;
  const first = bytes.subarray(0, SHOWN_BYTES);
  const shown = [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `(binary, ${size}${containsSecret(bytes, mask) ? '' : `, beginning with ${shown}`})`;
}

/** The beginning decides: a multipart form with a file begins with readable text. */
const SAMPLE_BYTES = 1_000;

const SHOWN_BYTES = 16;

/**
 * A text case may contain one invalid byte deliberately; in images and compressed data a third of the bytes is no text.
 */
function isBinary(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('utf8');
  const unreadable = text.match(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/g)?.length ?? 0;
  return unreadable > text.length / 10 && (unreadable > MAX_UNREADABLE_CHARACTERS || unreadable > text.length / 2);
}

/** A short text may deliberately contain up to this many. */
const MAX_UNREADABLE_CHARACTERS = 4;

/** A credential in hexadecimal digits is still a credential. */
function containsSecret(bytes: Uint8Array, mask: (text: string) => string): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return mask(text) !== text;
}
