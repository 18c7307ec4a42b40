/** Positions in the text of a JSON document: of the value at a path, and of the first syntax error. */

/** A path into a body: `body.lines[2].size` is `['lines', 2, 'size']`. */
export type BodyPath = readonly (string | number)[];

/** A part of a text: from `start` to `end` (exclusive). */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const stepSource = String.raw`\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]`;
const pathPattern = new RegExp(`^body((?:${stepSource})*)(?= |$)`);
const stepPattern = new RegExp(stepSource, 'g');

/** The path at the start of `name`, in the notation of `formatPath`. */
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
 * The span of the value at a path in the text of a JSON document. If the value is missing, the span of the closing
 * bracket of its parent. Undefined if the text is not JSON up to that point.
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

/**
 * For a changed string, the span from the first differing character; for one that was cut short, the span of its
 * closing quote.
 */
export function changedSpan(text: string, path: BodyPath, from: number): TextSpan | undefined {
  const span = valueSpan(text, path);
  const value = span === undefined ? '' : text.slice(span.start, span.end);
  // With escape sequences, character counts and text offsets differ: use the whole value.
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

/** The span of the value that begins at or after `from`; undefined if there is none, or if it has no end. */
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

/** Undefined at the end of the text, and for a string without a closing quote. */
function tokenEnd(text: string, at: number): number | undefined {
  if (text[at] === '"') return stringEnd(text, at);
  tokenPattern.lastIndex = at;
  return tokenPattern.test(text) ? tokenPattern.lastIndex : undefined;
}

/** Written as a loop: a regular expression overflows the stack on strings of several megabytes. */
function stringEnd(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

/**
 * The offset where a text stops being JSON: the end of the shortest prefix that no continuation can make valid.
 * Undefined for JSON, and for a text that is only incomplete.
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

/** Whether the text is invalid for another reason than being incomplete, which V8 reports only in the error message. */
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
