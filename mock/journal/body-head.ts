/** As much of a body as the journal may show of it, before anything is masked. */
import { type JournalBody, MAX_BODY_TEXT } from '../model/journal-entry.ts';
import type { Redactor } from './redact.ts';

export interface BodyHead {
  readonly text: string;
  /** Of the whole body. */
  readonly bytes: number;
  /** Whether the text is all of it. */
  readonly isWhole: boolean;
}

/** Undefined for an empty body. More is taken by `margin` than is shown: what is masked may be cut at the end. */
export function headOf(body: Buffer | string, margin: number): BodyHead | undefined {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (bytes === 0) return undefined;
  const most = MAX_BODY_TEXT + margin;
  const text = typeof body === 'string' ? body : body.toString('utf8', 0, MOST_BYTES * most);
  const isWhole = text.length <= most && bytes <= MOST_BYTES * most;
  return { text: isWhole ? text : beginningOf(text, most), bytes, isWhole };
}

/** What a UTF-16 code unit takes at the most in UTF-8. */
const MOST_BYTES = 3;

/** A part of a string would hold on to the whole. */
function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/** Of what is shown, in characters. */
export function mostText(head: BodyHead | undefined, growth: number): number {
  return Math.min(MAX_BODY_TEXT, (head?.text.length ?? 0) * growth);
}

/** Masked before it is cut, since half a token would not be found; what is behind the end is not looked at. */
export function shownBody({ text, bytes, isWhole }: BodyHead, redact: Redactor): JournalBody {
  const masked = redact.text(text);
  if (isWhole) return { text: cut(masked), bytes, isCut: masked.length > MAX_BODY_TEXT };
  return { text: cut(masked.slice(0, masked.length - redact.margin)), bytes, isCut: true };
}

/** Not through the middle of a character. */
function cut(text: string): string {
  return text.slice(0, MAX_BODY_TEXT).toWellFormed();
}
