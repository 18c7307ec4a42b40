/** Texts broken into lines for a terminal. */
import { visible, withoutCommand } from '../../../text.ts';
import { WIDTH } from './columns.ts';

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
  const [first = '', ...below] = text.split('\n');
  return below.length === 0 ? first : first.replace(/; [^;]*:$/, '');
}
