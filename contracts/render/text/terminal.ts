/** Texts for a terminal: colours, columns, and lines broken between words. */
import { styleText } from 'node:util';
import { visible, withoutCommand } from '../../../text.ts';
import type { Span } from '../../http/body-path.ts';

/** Each leaves a text as it is where there are no colours. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** No colours where NO_COLOR is set or the output is not a terminal. */
export function styleFor(stream: { readonly isTTY?: boolean }): Style {
  const isPlain = stream.isTTY !== true || (process.env['NO_COLOR'] ?? '') !== '';
  const paint = (format: 'bold' | 'dim' | 'red' | 'green' | 'yellow') => (text: string) =>
    isPlain ? text : styleText(format, text, { validateStream: false });
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
  };
}

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

/** The first lines, and how many there are more; of one more the line itself takes no more room. */
export function fewOf(lines: readonly string[], most: number, what: string): readonly string[] {
  if (lines.length <= most + 1) return lines;
  return [...lines.slice(0, most), `and ${lines.length - most} more ${what} in the JSON report`];
}

/** A label and its text, broken between words, with the later lines below the first; line breaks of the text stay. */
export function labelled(label: string, text: string): readonly string[] {
  const head = `  ${label.padEnd(LABEL)}`;
  const lines = text.split('\n').flatMap((line) => wrap(visible(line), WIDTH - head.length));
  return lines.map((line, index) => `${index === 0 ? head : INDENT}${line}`.trimEnd());
}

/** A text of its own, broken between words. */
export function indented(text: string): readonly string[] {
  return wrap(visible(text), WIDTH - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}

const LABEL = 10;

/** As wide as a label. */
export const INDENT = ' '.repeat(LABEL + 2);

/** Words stay whole, also where one is wider than the line. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    if (line !== undefined && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === undefined ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''].map(withoutCommand);
}

/** What a log said last stands below its reason, which announces it; of the verdict on a screen the reason is enough. */
export function inOneLine(text: string): string {
  const [reason = '', ...below] = text.split('\n');
  return below.length === 0 ? reason : reason.replace(/; [^;]*:$/, '');
}
