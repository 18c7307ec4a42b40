/** Places in the text of a JSON document: of the value at a path, and of what makes it no JSON. */

/** A path into a body: `body.lines[2].size` is `['lines', 2, 'size']`. */
export type BodyPath = readonly (string | number)[];

/** A part of a text: from `start` up to, without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const step = String.raw`\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]`;
const anyPath = new RegExp(`^body((?:${step})*)(?= |$)`);
const anyStep = new RegExp(step, 'g');

/** The path that a name begins with, as `formatPath` writes them. */
export function pathFrom(name: string): BodyPath | undefined {
  const steps = anyPath.exec(name)?.[1];
  return steps === undefined ? undefined : (steps.match(anyStep) ?? []).map(readStep);
}

function readStep(text: string): string | number {
  if (text.startsWith('.')) return text.slice(1);
  const inner: unknown = JSON.parse(text.slice(1, -1));
  return typeof inner === 'number' ? inner : String(inner);
}

/**
 * Where the value at a path stands in the text of a JSON document; the last bracket of what should hold it where it is
 * missing. Undefined where the text is no JSON up to there.
 */
export function spanOf(text: string, path: BodyPath): Span | undefined {
  let [span, holder]: [Span | undefined, Span | undefined] = [valueAt(text, 0), undefined];
  for (const key of path) {
    holder = span;
    if (span === undefined) return undefined;
    span = partsOf(text, span).findLast((part) => part.key === key);
    if (span === undefined) return lastBracket(text, holder, key === path.at(-1));
  }
  return span === undefined ? undefined : { start: span.start, end: span.end };
}

/** Of a text that comes back changed, from the first character that differs; of one cut short, its last quote. */
export function spanFrom(text: string, path: BodyPath, from: number): Span | undefined {
  const span = spanOf(text, path);
  const value = span === undefined ? '' : text.slice(span.start, span.end);
  // Behind escapes characters are not what they are counted as.
  if (span === undefined || !/^"[^\\]*"$/.test(value)) return span;
  const before = [...value].slice(0, from + 1).join('').length;
  return { start: span.start + before, end: Math.max(span.start + before + 1, span.end - 1) };
}

function lastBracket(text: string, holder: Span | undefined, isLast: boolean): Span | undefined {
  if (holder === undefined || !isLast || !/[}\]]/.test(text[holder.end - 1] ?? '')) return undefined;
  return { start: holder.end - 1, end: holder.end };
}

interface Part extends Span {
  readonly key: string | number;
}

/** Members of an object, items of an array. */
function partsOf(text: string, { start, end }: Span): readonly Part[] {
  const parts: Part[] = [];
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return [];
  let at = start + 1;
  while (at < end - 1) {
    const key = isObject ? valueAt(text, at) : undefined;
    const value = valueAt(text, key === undefined ? at : afterSpace(text, key.end) + 1);
    if (value === undefined || (isObject && key === undefined)) return parts;
    parts.push({ ...value, key: key === undefined ? parts.length : nameIn(text.slice(key.start, key.end)) });
    at = afterSpace(text, value.end) + 1;
  }
  return parts;
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
  return at;
}

const token = /[{}[\]]|[^\s"{}[\],:]+|[,:\s]+/gy;

/** The value that begins at or after a place; undefined where there is none, or no end of it. */
function valueAt(text: string, from: number): Span | undefined {
  const start = afterSpace(text, from);
  let depth = 0;
  for (let at = start, end = tokenEnd(text, at); end !== undefined; at = end, end = tokenEnd(text, at)) {
    const first = text[at] ?? '';
    if (depth === 0 && /[,:\]}]/.test(first)) return undefined;
    if (/[{[]/.test(first)) depth++;
    if (/[}\]]/.test(first)) depth--;
    if (depth === 0) return { start, end };
  }
  return undefined;
}

/** Undefined at the end of the text, and where a text in quotes has no end. */
function tokenEnd(text: string, at: number): number | undefined {
  if (text[at] === '"') return quotedEnd(text, at);
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

/** By hand: a regular expression runs out of stack in a text of megabytes. */
function quotedEnd(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

/**
 * Where a text stops being JSON: the end of the shortest beginning of it that is wrong whatever follows. Undefined for a
 * text that only ends too early, or that is JSON.
 */
export function syntaxErrorAt(text: string): number | undefined {
  if (!isWrongSoFar(text)) return undefined;
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrongSoFar(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return wrong - 1;
}

/** Not only for want of more; what is missing V8 tells in its message alone. */
function isWrongSoFar(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
    return !/^(Unexpected end|Unterminated)/.test(message) && position < text.length;
  }
}
