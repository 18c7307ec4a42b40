/** Paths into bodies such as `body.pots[2].size`: read from words, and found in the text of a JSON document. */

type BodyPath = readonly (string | number)[];

/** A part of a text: from `start` up to, without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const step = String.raw`\.[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]`;
const anyPath = new RegExp(String.raw`\bbody((?:${step})*)(?![\w"])`);
const anyStep = new RegExp(step, 'g');

/** The first path that a sentence names, as `formatPath` writes them. */
export function pathIn(sentence: string): BodyPath | undefined {
  const steps = anyPath.exec(sentence)?.[1];
  return steps?.match(anyStep)?.map(readStep) ?? (steps === '' ? [] : undefined);
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

const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+|[,:\s]+/gsy;

/** The value that begins at or after a place; undefined where there is none, or no end of it. */
function valueAt(text: string, from: number): Span | undefined {
  const start = afterSpace(text, from);
  let depth = 0;
  token.lastIndex = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [first = ''] = found[0];
    if (depth === 0 && /[,:\]}]/.test(first)) return undefined;
    if (/[{[]/.test(first)) depth++;
    if (/[}\]]/.test(first)) depth--;
    if (depth === 0) return { start, end: token.lastIndex };
  }
  return undefined;
}
