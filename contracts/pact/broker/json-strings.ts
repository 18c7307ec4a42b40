/** The strings in a JSON text with their places, so that one can be replaced and every other byte stays. */

export interface JsonString {
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
  readonly value: string;
  /** Of the opening quote, and behind the closing one. */
  readonly start: number;
  readonly end: number;
}

/** Expects valid JSON; keys are not among the strings. */
function* jsonStrings(text: string): Generator<JsonString> {
  /** For each object or array around, the key or index that stands open in it. */
  const path: (string | number)[] = [];
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKEN)) {
    if (quoted !== undefined && colon !== undefined) path.splice(-1, 1, textOf(quoted));
    else if (quoted !== undefined)
      yield { path: [...path], value: textOf(quoted), start: index, end: index + quoted.length };
    else step(path, token);
  }
}

/** A string with the colon that makes it a key, or what opens, closes and separates. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

function step(path: (string | number)[], token: string): void {
  const last = path.at(-1);
  if (token === '{') path.push('');
  else if (token === '[') path.push(0);
  else if (token === ',' && typeof last === 'number') path.splice(-1, 1, last + 1);
  else if (token === '}' || token === ']') path.pop();
}

function textOf(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return String(value);
}

/** Other values for some strings; undefined leaves one as it stands. */
export function withStrings(text: string, changed: (one: JsonString) => string | undefined): string {
  const pieces: string[] = [];
  let from = 0;
  for (const one of jsonStrings(text)) {
    const value = changed(one);
    if (value === undefined) continue;
    pieces.push(text.slice(from, one.start), JSON.stringify(value));
    from = one.end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}
