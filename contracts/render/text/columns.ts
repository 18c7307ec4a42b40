/** Texts by the columns that they take on a terminal. */
import { visible } from '../../../text.ts';
import type { Span } from '../../http/body-path.ts';

/** Every line fits into as many. */
export const WIDTH = 110;

/** How wide lines may be there: no wider than a terminal, where it is one. */
export function widthOf({
  isTTY,
  columns = 0,
}: {
  readonly isTTY?: boolean;
  readonly columns?: number;
}): number {
  return isTTY === true && columns > 0 ? Math.min(WIDTH, columns) : WIDTH;
}

/** How many columns a text takes: ideographs and emoji two, marks that combine none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}

const combining = /^\p{Mark}$/u;
const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** A text cut at its end where it is too long. */
export function fitted(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  return width < 4 ? '' : `${first(text, width - 3)}...`;
}

/** With space behind it, or before it, up to so many columns. */
export function padded(text: string, width: number, side: 'behind' | 'before' = 'behind'): string {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return side === 'behind' ? text + space : space + text;
}

/** A part of a text in one line, and the carets for the line below it. */
export interface Excerpt {
  /** One line, safe for a terminal. */
  readonly text: string;
  /** Carets that stand under the marked part; empty without one. */
  readonly carets: string;
}

/** A text in one line, cut around the marked part where it is too long, else at its end. */
export function excerptOf(text: string, mark: Span | undefined, width: number): Excerpt {
  const parts = partsOf(text, mark);
  const { before, marked, after } = parts;
  if (columnsOf(before + marked + after) <= width) return excerpt(parts);
  const size = `... (${text.length} characters)`;
  const room = width - size.length;
  return marked === ''
    ? excerpt({ ...parts, before: `${first(before, room)}${size}` })
    : around(parts, size, room);
}

/** As much around the marked part as there is room for. */
function around({ before, marked, after }: Parts, size: string, width: number): Excerpt {
  const room = width - CUT.length;
  const needed = Math.min(columnsOf(before), LEAD) + Math.min(columnsOf(after), LEAD);
  const part = cutMiddle(marked, Math.max(MARKED, room - needed));
  const rest = room - columnsOf(part);
  const lead = Math.min(columnsOf(before), Math.max(LEAD, rest - columnsOf(after)), rest);
  return excerpt({
    before: columnsOf(before) <= lead ? before : `${CUT}${last(before, lead)}`,
    marked: part,
    after: columnsOf(after) <= rest - lead ? after : `${first(after, rest - lead)}${size}`,
  });
}

interface Parts {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Without a mark all of it is before. */
function partsOf(text: string, mark: Span | undefined): Parts {
  const { start, end } = mark ?? { start: text.length, end: text.length };
  return {
    before: shown(text.slice(0, start)),
    marked: shown(text.slice(start, end)),
    after: shown(text.slice(end)),
  };
}

/** Raw white space by its picture: `\\u000a` could be an escape of JSON, which is something else. */
function shown(text: string): string {
  return visible(text.replace(/[\t\n\r]/g, (character) => pictures[character] ?? character));
}

const pictures: Readonly<Record<string, string>> = { '\t': '␉', '\n': '␊', '\r': '␍' };

const CUT = '... ';
/** Columns before and after the marked part, where all are long. */
const LEAD = 30;
/** The least of the marked part. */
const MARKED = 44;

function excerpt({ before, marked, after }: Parts): Excerpt {
  const carets = `${' '.repeat(columnsOf(before))}${'^'.repeat(columnsOf(marked))}`;
  return { text: `${before}${marked}${after}`, carets: marked === '' ? '' : carets };
}

function cutMiddle(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  const size = `... (${text.length} characters) ...`;
  const half = Math.max(1, Math.floor((width - size.length) / 2));
  return `${first(text, half)}${size}${last(text, half)}`;
}

/** As much of the beginning as fits. */
function first(text: string, width: number): string {
  return [...text].slice(0, howMany([...text], width)).join('');
}

function last(text: string, width: number): string {
  const characters = [...text].toReversed();
  return characters.slice(0, howMany(characters, width)).toReversed().join('');
}

function howMany(characters: readonly string[], width: number): number {
  let room = width;
  const end = characters.findIndex((character) => {
    room -= columnsOf(character);
    return room < 0;
  });
  return end === -1 ? characters.length : end;
}
