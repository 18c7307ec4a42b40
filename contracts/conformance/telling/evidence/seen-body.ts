/** Long bodies are cut, around the part that they are shown for. */
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
