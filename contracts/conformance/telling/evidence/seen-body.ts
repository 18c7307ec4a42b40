/**
 * What is shown of a body: long ones are cut, around the part that they are shown for, and bytes that are no text are
 * put in words.
 */
import type { Span } from '../../../http/body-path.ts';

const LONGEST_BODY = 2_000;
const CUT = '... ';

/** What is shown of a body. */
export interface SeenBody {
  readonly body: string;
  readonly mark?: Span;
}

/** A long body is cut around the part that it is about. */
export function seenBody(text: string, mark: Span | undefined): SeenBody {
  if (mark === undefined) return { body: cut(text) };
  return mark.start < LONGEST_BODY / 2 ? { body: cut(text), mark: withinCut(mark) } : cutAround(text, mark);
}

function withinCut({ start, end }: Span): Span {
  return { start, end: Math.min(end, LONGEST_BODY) };
}

function cutAround(text: string, { start, end }: Span): SeenBody {
  const middle = start - LONGEST_BODY / 4;
  const from = isLowSurrogate(text, middle) ? middle + 1 : middle;
  const shift = from - CUT.length;
  const mark = withinCut({ start: start - shift, end: end - shift });
  return { body: `${CUT}${cut(text.slice(from))}`, mark };
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? '');
}

function cut(text: string): string {
  if (text.length <= LONGEST_BODY) return text;
  // Not within a surrogate pair.
  const start = text.slice(0, LONGEST_BODY).replace(/[\ud800-\udbff]$/, '');
  return `${copied(start)}... (${text.length} characters)`;
}

/** A part of a text keeps all of it in memory, which may be megabytes, for as long as the finding is kept. */
function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/**
 * A body that is no text, which as text would be a row of replacement characters:
 * `(binary, 3,000 bytes, beginning with 89 50 4e 47 0d 0a 1a 0a)`. Undefined for what can be read.
 */
export function binaryWords(bytes: Uint8Array, mask: (text: string) => string): string | undefined {
  if (!isBinary(bytes.subarray(0, SAMPLE))) return undefined;
  const size = `${bytes.length.toLocaleString('en')} byte${bytes.length === 1 ? '' : 's'}`;
  const first = bytes.subarray(0, SHOWN);
  const shown = [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `(binary, ${size}${isSecret(bytes, mask) ? '' : `, beginning with ${shown}`})`;
}

/** The beginning tells: of a form with a file in it that is text, which is worth reading. */
const SAMPLE = 1_000;

const SHOWN = 16;

/** One wrong byte in a text is what a case is about; of a picture or what is compressed a third is no text. */
function isBinary(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('utf8');
  const strange = text.match(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/g)?.length ?? 0;
  return strange > text.length / 10 && (strange > FEW || strange > text.length / 2);
}

/** A short text may have so many on purpose, among others. */
const FEW = 4;

/** A credential in hexadecimal digits is one still. */
function isSecret(bytes: Uint8Array, mask: (text: string) => string): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return mask(text) !== text;
}
