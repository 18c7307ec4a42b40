/** Places in the text of a JSON document: of the value at a path, and of what makes it no JSON. */

/** A path into a body: `body.lines[2].size` is `['lines', 2, 'size']`. */
export type BodyPath = readonly (string | number)[];

/** A part of a text: from `start` up to, without, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const stepSource = String.raw`\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]`;
const pathPattern = new RegExp(`^body((?:${stepSource})*)(?= |$)`);
const stepPattern = new RegExp(stepSource, 'g');

/** The path that a name begins with, as `formatPath` writes them. */
export function parseBodyPath(name: string): BodyPath | undefined {
  const steps = pathPattern.exec(name)?.[1];
  return steps === undefined ? undefined : (steps.match(stepPattern) ?? []).map(parseStep);
}

function parseStep(text: string): string | number {
  if (text.startsWith('.')) return text.slice(1);
  const inner: unknown = JSON.parse(text.slice(1, -1));
  return typeof inner === 'number' ? inner : String(inner);
}

/**
 * Where the value at a path stands in the text of a JSON document; the last bracket of what should hold it where it is
 * missing. Undefined where the text is no JSON up to there.
 */
export function valueSpan(text: string, path: BodyPath): TextSpan | undefined {
  let [span, parent]: [TextSpan | undefined, TextSpan | undefined] = [valueSpanFrom(text, 0), undefined];
  for (const key of path) {
    parent = span;
    if (span === undefined) return undefined;
    span = childSpans(text, span).findLast((part) => part.key === key);
    if (span === undefined) return closingBracket(text, parent, key === path.at(-1));
  }
  return span === undefined ? undefined : { start: span.start, end: span.end };
}

/** Of a text that comes back changed, from the first character that differs; of one cut short, its last quote. */
export function changedSpan(text: string, path: BodyPath, from: number): TextSpan | undefined {
  const span = valueSpan(text, path);
  const value = span === undefined ? '' : text.slice(span.start, span.end);
  // Behind escapes characters are not what they are counted as.
  if (span === undefined || !/^"[^\\]*"$/.test(value)) return span;
  const before = [...value].slice(0, from + 1).join('').length;
  return { start: span.start + before, end: Math.max(span.start + before + 1, span.end - 1) };
}

function closingBracket(text: string, parent: TextSpan | undefined, isLast: boolean): TextSpan | undefined {
  if (parent === undefined || !isLast || !/[}\]]/.test(text[parent.end - 1] ?? '')) return undefined;
  return { start: parent.end - 1, end: parent.end };
}

interface ChildSpan extends TextSpan {
  readonly key: string | number;
}

/** Members of an object, items of an array. */
function childSpans(text: string, { start, end }: TextSpan): readonly ChildSpan[] {
  const parts: ChildSpan[] = [];
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return [];
  let at = start + 1;
  while (at < end - 1) {
    const key = isObject ? valueSpanFrom(text, at) : undefined;
    const value = valueSpanFrom(text, key === undefined ? at : skipSpace(text, key.end) + 1);
    if (value === undefined || (isObject && key === undefined)) return parts;
    parts.push({ ...value, key: key === undefined ? parts.length : keyName(text.slice(key.start, key.end)) });
    at = skipSpace(text, value.end) + 1;
  }
  return parts;
}

function keyName(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
  return at;
}

const tokenPattern = /[{}[\]]|[^\s"{}[\],:]+|[,:\s]+/gy;

/** The value that begins at or after a place; undefined where there is none, or no end of it. */
function valueSpanFrom(text: string, from: number): TextSpan | undefined {
  const start = skipSpace(text, from);
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
  if (text[at] === '"') return stringEnd(text, at);
  tokenPattern.lastIndex = at;
  return tokenPattern.test(text) ? tokenPattern.lastIndex : undefined;
}

/** By hand: a regular expression runs out of stack in a text of megabytes. */
function stringEnd(text: string, from: number): number | undefined {
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
export function syntaxErrorOffset(text: string): number | undefined {
  if (!isInvalidPrefix(text)) return undefined;
  let [validLength, invalidLength] = [0, text.length];
  while (invalidLength - validLength > 1) {
    const middle = Math.floor((validLength + invalidLength) / 2);
    if (isInvalidPrefix(text.slice(0, middle))) invalidLength = middle;
    else validLength = middle;
  }
  return invalidLength - 1;
}

/** Not only for want of more; what is missing V8 tells in its message alone. */
function isInvalidPrefix(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
    return !/^(Unexpected end|Unterminated)/.test(message) && position < text.length;
  }
}
