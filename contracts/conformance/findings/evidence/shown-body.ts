/**
 * What is shown of a body: long ones are cut, around the part that they are shown for, and bytes that are no text are
 * put in words.
 */
import type { TextSpan } from '../../../http/json-path.ts';

const MAX_BODY_LENGTH = 2_000;
const ELLIPSIS = '... ';

/** What is shown of a body. */
export interface ShownBody {
  readonly body: string;
  readonly mark?: TextSpan;
}

/** A long body is cut around the part that it is about. */
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

/** A part of a text keeps all of it in memory, which may be megabytes, for as long as the finding is kept. */
function copyText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/**
 * A body that is no text, which as text would be a row of replacement characters:
 * `(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a)`. Undefined for what can be read.
 */
export function describeBinary(bytes: Uint8Array, mask: (text: string) => string): string | undefined {
  if (!isBinary(bytes.subarray(0, SAMPLE_BYTES))) return undefined;
  const size = `${bytes.length.toLocaleString('en')} byte${bytes.length === 1 ? '' : 's'}`;
  const first = bytes.subarray(0, SHOWN_BYTES);
  const shown = [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `(binary, ${size}${containsSecret(bytes, mask) ? '' : `, beginning with ${shown}`})`;
}

/** The beginning tells: of a form with a file in it that is text, which is worth reading. */
const SAMPLE_BYTES = 1_000;

const SHOWN_BYTES = 16;

/** One wrong byte in a text is what a case is about; of a picture or what is compressed a third is no text. */
function isBinary(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('utf8');
  const strange = text.match(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/g)?.length ?? 0;
  return strange > text.length / 10 && (strange > MAX_STRANGE_CHARACTERS || strange > text.length / 2);
}

/** A short text may have so many on purpose, among others. */
const MAX_STRANGE_CHARACTERS = 4;

/** A credential in hexadecimal digits is one still. */
function containsSecret(bytes: Uint8Array, mask: (text: string) => string): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return mask(text) !== text;
}
