/** As much of a body as the journal may show of it, before anything is masked. */
import { type JournalBody, MAX_BODY_TEXT } from '../model/journal-entry.ts';
import type { Redactor } from './redactor.ts';

export interface BodyExcerpt {
  readonly text: string;
  /** Of the whole body. */
  readonly bytes: number;
  /** Whether the text is all of it. */
  readonly isComplete: boolean;
}

/** Undefined for an empty body. More is taken by `margin` than is shown: what is masked may be cut at the end. */
export function bodyExcerpt(body: Buffer | string, margin: number): BodyExcerpt | undefined {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes === 0) return undefined;
  const maxLength = MAX_BODY_TEXT + margin;
  const text = typeof body === 'string' ? body : body.toString('utf8', 0, MAX_BYTES_PER_CODE_UNIT * maxLength);
  const isComplete = text.length <= maxLength && bytes <= MAX_BYTES_PER_CODE_UNIT * maxLength;
  return { text: isComplete ? text : copyPrefix(text, maxLength), bytes, isComplete };
}

/** What a UTF-16 code unit takes at the most in UTF-8. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** A part of a string would hold on to the whole. */
function copyPrefix(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/** Of what is shown, in characters. */
export function maxShownLength(excerpt: BodyExcerpt | undefined, growth: number): number {
  return Math.min(MAX_BODY_TEXT, (excerpt?.text.length ?? 0) * growth);
}

/** Masked before it is cut, since half a token would not be found; what is behind the end is not looked at. */
export function toJournalBody({ text, bytes, isComplete }: BodyExcerpt, redact: Redactor): JournalBody {
  const masked = redact.text(text);
  if (isComplete) return { text: truncate(masked), bytes, isCut: masked.length > MAX_BODY_TEXT };
  return { text: truncate(masked.slice(0, masked.length - redact.margin)), bytes, isCut: true };
}

/** Not through the middle of a character. */
function truncate(text: string): string {
  return text.slice(0, MAX_BODY_TEXT).toWellFormed();
}
