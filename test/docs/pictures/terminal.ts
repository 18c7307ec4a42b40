/** What a terminal shows of what a program wrote on it. */

export type Colour = 'red' | 'green' | 'yellow';

export interface Look {
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly colour?: Colour | undefined;
}

/** A piece of a line that looks the same throughout. */
export interface Span extends Look {
  readonly text: string;
}

export type Line = readonly Span[];

/** What select graphic rendition does to a look (ECMA-48, 8.3.117): the part that the kit writes. */
const renditions: Readonly<Record<string, Look | undefined>> = {
  1: { isBold: true },
  2: { isDim: true },
  22: { isBold: false, isDim: false },
  31: { colour: 'red' },
  32: { colour: 'green' },
  33: { colour: 'yellow' },
  39: { colour: undefined },
};

const tokens = /\u001b\[([\d;]*)([A-Za-z])|[\s\S]/gu;

/**
 * The lines of a screen without an edge. Throws an Error for a control code that it does not know, since the picture would
 * not be what people see.
 */
export function screenOf(output: string): readonly Line[] {
  const rows: Span[][] = [[]];
  let [row, column, look]: [Span[], number, Look] = [rows[0] ?? [], 0, {}];
  for (const [token, parameters = '', command] of output.matchAll(tokens)) {
    if (command === 'm') look = renditionOf(look, parameters);
    else if (command === 'K' && parameters === '') row.length = Math.min(row.length, column);
    else if (token === '\n') row = rows[rows.push([]) - 1] ?? [];
    else if (token === '\r') column = 0;
    else if (/\p{Cc}/u.test(token)) throw new Error(`the terminal does not know ${JSON.stringify(token)}`);
    else row[column++] = { text: token, ...look };
  }
  return rows.map(joined);
}

function renditionOf(before: Look, parameters: string): Look {
  let look = before;
  for (const code of parameters.split(';')) {
    const change = renditions[code];
    if (change === undefined) throw new Error(`the terminal does not know the rendition ${code}`);
    look = { ...look, ...change };
  }
  return look;
}

/** The rows that a line takes where there is room for so many characters. */
export function wrapped(line: Line, columns: number): readonly Line[] {
  const cells = line.flatMap(({ text, ...look }) => [...text].map((one): Span => ({ text: one, ...look })));
  const rows = Math.max(1, Math.ceil(cells.length / columns));
  return Array.from({ length: rows }, (_, row) => joined(cells.slice(row * columns, (row + 1) * columns)));
}

/** Characters that look the same become one piece. */
function joined(cells: readonly Span[]): Line {
  const spans: Span[] = [];
  for (const cell of cells) {
    const last = spans.at(-1);
    if (last !== undefined && isAlike(last, cell))
      spans[spans.length - 1] = { ...last, text: last.text + cell.text };
    else spans.push(cell);
  }
  return spans;
}

function isAlike(one: Look, other: Look): boolean {
  return (
    (one.isBold ?? false) === (other.isBold ?? false) &&
    (one.isDim ?? false) === (other.isDim ?? false) &&
    one.colour === other.colour
  );
}
