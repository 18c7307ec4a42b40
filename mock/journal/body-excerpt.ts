/** The part of a body that the journal may show, before masking. */
import { copyText, decodeUtf8, utf8Length } from '../../platform/bytes.ts';
import { type JournalBody, MAX_BODY_TEXT } from '../model/journal-entry.ts';
import type { Redactor } from './redactor.ts';

export interface BodyExcerpt {
  readonly text: string;
  /** The size of the whole body. */
  readonly bytes: number;
  /** Whether the text is the complete body. */
  readonly isComplete: boolean;
}

/**
 * Undefined for an empty body. Keeps `margin` characters more than are shown, so that a secret at the cut is still
 * found.
 */
export function bodyExcerpt(body: Uint8Array | string, margin: number): BodyExcerpt | undefined {
  const bytes = typeof body === 'string' ? utf8Length(body) : body.length;
  if (bytes === 0) return undefined;
  const maxLength = MAX_BODY_TEXT + margin;
  const text = typeof body === 'string' ? body : decodeUtf8(firstBytes(body, MAX_BYTES_PER_CODE_UNIT * maxLength));
  const isComplete = text.length <= maxLength && bytes <= MAX_BYTES_PER_CODE_UNIT * maxLength;
  return { text: isComplete ? text : copyPrefix(text, maxLength), bytes, isComplete };
}

/** The maximum UTF-8 size of a UTF-16 code unit. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** Without a new view for a short body. */
function firstBytes(bytes: Uint8Array, count: number): Uint8Array {
  return bytes.length <= count ? bytes : bytes.subarray(0, count);
}

/** A slice of a string would keep the whole string in memory. */
function copyPrefix(text: string, length: number): string {
  return copyText(text.slice(0, length));
}

/** The maximum length of the shown text, in characters. */
export function maxShownLength(excerpt: BodyExcerpt | undefined, growth: number): number {
  return Math.min(MAX_BODY_TEXT, (excerpt?.text.length ?? 0) * growth);
}

/** Masks before it cuts, because half a token would not be found; the margin is then dropped. */
export function toJournalBody({ text, bytes, isComplete }: BodyExcerpt, redact: Redactor): JournalBody {
  const masked = redact.text(text);
  if (isComplete) return { text: truncate(masked), bytes, isCut: masked.length > MAX_BODY_TEXT };
  return { text: truncate(masked.slice(0, masked.length - redact.margin)), bytes, isCut: true };
}

/** Does not split a character. */
function truncate(text: string): string {
  return text.slice(0, MAX_BODY_TEXT).toWellFormed();
}
