/** What a terminal shows of what a program wrote on it. */

export type TerminalColor = 'red' | 'green' | 'yellow';

export interface TextStyle {
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly color?: TerminalColor | undefined;
}

/** A piece of a line that looks the same throughout. */
export interface Span extends TextStyle {
  readonly text: string;
}

export type Line = readonly Span[];

/** What select graphic rendition does to a look (ECMA-48, 8.3.117): the part that the kit writes. */
const renditions: Readonly<Record<string, TextStyle | undefined>> = {
  1: { isBold: true },
  2: { isDim: true },
  22: { isBold: false, isDim: false },
  31: { color: 'red' },
  32: { color: 'green' },
  33: { color: 'yellow' },
  39: { color: undefined },
};

const tokens = /\u001b\[([\d;]*)([A-Za-z])|[\s\S]/gu;

/**
 * The lines of a screen without an edge. Throws an Error for a control code that it does not know, since the picture would
 * not be what people see.
 */
export function parseScreen(output: string): readonly Line[] {
  const rows: Span[][] = [[]];
  let [row, column, style]: [Span[], number, TextStyle] = [rows[0] ?? [], 0, {}];
  for (const [token, parameters = '', command] of output.matchAll(tokens)) {
    if (command === 'm') style = parseRendition(style, parameters);
    else if (command === 'K' && parameters === '') row.length = Math.min(row.length, column);
    else if (token === '\n') row = rows[rows.push([]) - 1] ?? [];
    else if (token === '\r') column = 0;
    else if (/\p{Cc}/u.test(token)) throw new Error(`unsupported control code ${JSON.stringify(token)}`);
    else row[column++] = { text: token, ...style };
  }
  return rows.map(joined);
}

function parseRendition(before: TextStyle, parameters: string): TextStyle {
  let style = before;
  for (const code of parameters.split(';')) {
    const change = renditions[code];
    if (change === undefined) throw new Error(`unsupported rendition ${code}`);
    style = { ...style, ...change };
  }
  return style;
}

/** The rows that a line takes where there is room for so many characters. */
export function wrapLine(line: Line, columns: number): readonly Line[] {
  const cells = line.flatMap(({ text, ...style }) => [...text].map((one): Span => ({ text: one, ...style })));
  const rows = Math.max(1, Math.ceil(cells.length / columns));
  return Array.from({ length: rows }, (_, row) => joined(cells.slice(row * columns, (row + 1) * columns)));
}

/** Characters that look the same become one piece. */
function joined(cells: readonly Span[]): Line {
  const spans: Span[] = [];
  for (const cell of cells) {
    const last = spans.at(-1);
    if (last !== undefined && hasSameStyle(last, cell))
      spans[spans.length - 1] = { ...last, text: last.text + cell.text };
    else spans.push(cell);
  }
  return spans;
}

function hasSameStyle(one: TextStyle, other: TextStyle): boolean {
  return (
    (one.isBold ?? false) === (other.isBold ?? false) &&
    (one.isDim ?? false) === (other.isDim ?? false) &&
    one.color === other.color
  );
}
