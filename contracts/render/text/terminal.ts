/** Text for a terminal: colors, columns, and lines broken between words. */
import util from 'node:util';
import { escapeCiCommand, sanitizeLine } from '../../../sanitize.ts';
import type { TextSpan } from '../../http/json-path.ts';

/** Each function returns the text unchanged if there are no colors. */
export interface TextStyle {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** No colors if NO_COLOR is set or the output is not a terminal. */
export function styleFor(stream: { readonly isTTY?: boolean }): TextStyle {
  const isPlain = stream.isTTY !== true || (process.env['NO_COLOR'] ?? '') !== '';
  const colorize = (format: 'bold' | 'dim' | 'red' | 'green' | 'yellow') => (text: string) =>
    isPlain ? text : util.styleText(format, text, { validateStream: false });
  return {
    bold: colorize('bold'),
    dim: colorize('dim'),
    red: colorize('red'),
    green: colorize('green'),
    yellow: colorize('yellow'),
  };
}

/** The maximum width of a line, in columns. */
export const MAX_LINE_WIDTH = 110;

/** The available width of a line: no wider than the terminal, if the output is one. */
export function lineWidth({ isTTY, columns = 0 }: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return isTTY === true && columns > 0 ? Math.min(MAX_LINE_WIDTH, columns) : MAX_LINE_WIDTH;
}

/** The number of columns that a text takes: two for ideographs and emoji, none for combining marks. */
export function columnCount(text: string): number {
  let columns = 0;
  for (const character of text) columns += combiningPattern.test(character) ? 0 : widePattern.test(character) ? 2 : 1;
  return columns;
}

const combiningPattern = /^\p{Mark}$/u;

const widePattern =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** The number of rows that the lines take on a screen of this width. */
export function countRows(lines: readonly string[], width: number): number {
  return lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(columnCount(util.stripVTControlCharacters(line)) / width)),
    0,
  );
}

/** As many of the lines as fit in so many rows, the last one replaced by `more` if some do not. */
export function limitRows(lines: readonly string[], { rows, width, more }: RowLimit): readonly string[] {
  if (countRows(lines, width) <= rows) return lines;
  const shown: string[] = [];
  for (const line of lines) {
    const whole = util.stripVTControlCharacters(line);
    const short = columnCount(whole) > MAX_ROWS_OF_LINE * width ? fitToWidth(whole, MAX_ROWS_OF_LINE * width) : line;
    if (countRows([...shown, short, more], width) > rows) break;
    shown.push(short);
  }
  return [...shown, more];
}

const MAX_ROWS_OF_LINE = 2;

interface RowLimit {
  readonly rows: number;
  readonly width: number;
  /** The line that says where the rest is. */
  readonly more: string;
}

/** Cuts a text at its end if it is too long. */
export function fitToWidth(text: string, width: number): string {
  if (columnCount(text) <= width) return text;
  return width < 4 ? '' : `${firstColumns(text, width - 3)}...`;
}

/** Pads a text to `width` columns, with spaces behind or before it. */
export function padToWidth(text: string, width: number, position: 'behind' | 'before' = 'behind'): string {
  const space = ' '.repeat(Math.max(0, width - columnCount(text)));
  return position === 'behind' ? text + space : space + text;
}

/** A part of a text on one line, and the carets for the line below it. */
export interface MarkedExcerpt {
  /** One line, safe for a terminal. */
  readonly text: string;
  /** Carets under the highlighted part; empty without one. */
  readonly carets: string;
}

/** A text on one line; if it is too long, cut around the highlighted part, else at its end. */
export function createExcerpt(text: string, mark: TextSpan | undefined, width: number): MarkedExcerpt {
  const parts = splitAtMark(text, mark);
  const { before, marked, after } = parts;
  if (columnCount(before + marked + after) <= width) return joinExcerpt(parts);
  const size = `... (${text.length} characters)`;
  const availableWidth = width - size.length;
  return marked === ''
    ? joinExcerpt({ ...parts, before: `${firstColumns(before, availableWidth)}${size}` })
    : excerptAroundMark(parts, size, availableWidth);
}

/** As much around the highlighted part as fits. */
function excerptAroundMark({ before, marked, after }: ExcerptParts, size: string, width: number): MarkedExcerpt {
  const availableWidth = width - ELLIPSIS.length;
  const needed = Math.min(columnCount(before), MIN_CONTEXT_WIDTH) + Math.min(columnCount(after), MIN_CONTEXT_WIDTH);
  const part = truncateMiddle(marked, Math.max(MIN_MARK_WIDTH, availableWidth - needed));
  const rest = availableWidth - columnCount(part);
  const lead = Math.min(columnCount(before), Math.max(MIN_CONTEXT_WIDTH, rest - columnCount(after)), rest);
  return joinExcerpt({
    before: columnCount(before) <= lead ? before : `${ELLIPSIS}${lastColumns(before, lead)}`,
    marked: part,
    after: columnCount(after) <= rest - lead ? after : `${firstColumns(after, rest - lead)}${size}`,
  });
}

interface ExcerptParts {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Without a mark, the whole text is `before`. */
function splitAtMark(text: string, mark: TextSpan | undefined): ExcerptParts {
  const { start, end } = mark ?? { start: text.length, end: text.length };
  return {
    before: visibleText(text.slice(0, start)),
    marked: visibleText(text.slice(start, end)),
    after: visibleText(text.slice(end)),
  };
}

/** Shows raw white space as symbols: `\\u000a` could be a JSON escape, which is something else. */
function visibleText(text: string): string {
  return sanitizeLine(text.replace(/[\t\n\r]/g, (character) => whitespaceSymbols[character] ?? character));
}

const whitespaceSymbols: Readonly<Record<string, string>> = { '\t': '␉', '\n': '␊', '\r': '␍' };

const ELLIPSIS = '... ';

/** Minimum columns before and after the highlighted part, if all parts are long. */
const MIN_CONTEXT_WIDTH = 30;

/** Minimum columns of the highlighted part. */
const MIN_MARK_WIDTH = 44;

function joinExcerpt({ before, marked, after }: ExcerptParts): MarkedExcerpt {
  const carets = `${' '.repeat(columnCount(before))}${'^'.repeat(columnCount(marked))}`;
  return { text: `${before}${marked}${after}`, carets: marked === '' ? '' : carets };
}

function truncateMiddle(text: string, width: number): string {
  if (columnCount(text) <= width) return text;
  const size = `... (${text.length} characters) ...`;
  const half = Math.max(1, Math.floor((width - size.length) / 2));
  return `${firstColumns(text, half)}${size}${lastColumns(text, half)}`;
}

/** As much of the beginning as fits. */
function firstColumns(text: string, width: number): string {
  return [...text].slice(0, countFitting([...text], width)).join('');
}

function lastColumns(text: string, width: number): string {
  const characters = [...text].toReversed();
  return characters.slice(0, countFitting(characters, width)).toReversed().join('');
}

function countFitting(characters: readonly string[], width: number): number {
  let availableWidth = width;
  const end = characters.findIndex((character) => {
    availableWidth -= columnCount(character);
    return availableWidth < 0;
  });
  return end === -1 ? characters.length : end;
}

/** The first lines, and the number of further ones; a single further line takes no more space than that number. */
export function limitLines(lines: readonly string[], maxLines: number, noun: string): readonly string[] {
  if (lines.length <= maxLines + 1) return lines;
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more ${noun} in the JSON report`];
}

/** A label and its text, broken between words, with the later lines indented; line breaks of the text stay. */
export function labelLines(label: string, text: string): readonly string[] {
  const head = `  ${label.padEnd(LABEL_WIDTH)}`;
  const lines = text.split('\n').flatMap((line) => wrap(sanitizeLine(line), MAX_LINE_WIDTH - head.length));
  return lines.map((line, index) => `${index === 0 ? head : INDENT}${line}`.trimEnd());
}

/** A text without a label, broken between words. */
export function indentLines(text: string): readonly string[] {
  return wrap(sanitizeLine(text), MAX_LINE_WIDTH - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`);
}

const LABEL_WIDTH = 10;

/** As wide as a label. */
export const INDENT = ' '.repeat(LABEL_WIDTH + 2);

/** Words stay whole, even if one is wider than the line. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    if (line !== undefined && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === undefined ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''].map(escapeCiCommand);
}

/** The first line without the clause that announces the log output below it, which a short verdict leaves out. */
export function firstLine(text: string): string {
  const [reason = '', ...below] = text.split('\n');
  return below.length === 0 ? reason : reason.replace(/; [^;]*:$/, '');
}
