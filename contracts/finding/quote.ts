/** The lines of the contract that a finding quotes, and the part of them that it is about. */
import { splitPointer } from '../../spec/json/pointer.ts';
import { type Contract, type Place, sourceLine } from '../../spec/model/contract.ts';
import { linesFrom } from '../../spec/source/source-line.ts';
import type { BodyPath, Span } from '../http/body-path.ts';
import type { AnswerPart, Quote } from './finding.ts';

/** The line of a place and, of a list written over several lines, the one that is meant: that of one of these names. */
export function quoteOf(contract: Contract, place: Place, names: readonly string[]): Quote {
  const text = sourceLine(contract, place);
  const first = { line: place.line, text };
  const begins = beginningOf(contract, place, text);
  const element = keyOf(place.pointer) === 'required' ? elementBelow(contract, place, names) : undefined;
  if (element !== undefined) {
    const mark = { start: element.text.search(/[^\s-]/), end: element.text.length };
    return { lines: [first, element], mark, ...begins };
  }
  return { lines: [first], mark: markIn(text, place.pointer, names), ...begins };
}

/** Where the text stands in its line; nothing where it is a part of a line that is too long. */
function beginningOf(contract: Contract, { file, line }: Place, text: string): Pick<Quote, 'column'> {
  const [whole = ''] = linesFrom(contract.sources.get(file) ?? '', line, 1);
  return text !== '' && whole.trim() === text ? { column: whole.search(/\S/) + 1 } : {};
}

/** The names of the properties that are meant: of the wrong part of the answer, and of what made the case. */
export function namesMeant(at: AnswerPart | undefined, mutatedAt: BodyPath | undefined): readonly string[] {
  const answered = at?.in === 'body' && 'path' in at ? at.path : undefined;
  return [answered, mutatedAt].map((path) => path?.at(-1)).filter((name) => typeof name === 'string');
}

const LONGEST_LIST = 200;

/** A list of names in YAML or JSON, one a line. */
function elementBelow(contract: Contract, { file, line }: Place, names: readonly string[]) {
  const [first = '', ...others] = linesFrom(contract.sources.get(file) ?? '', line, 1 + LONGEST_LIST);
  const indent = first.search(/\S/);
  for (const [index, text] of others.entries()) {
    const name = /^\s*(?:- +)?(["']?)([^"']*)\1,?\s*$/.exec(text)?.[2];
    if (/:(\s|$)/.test(text) || text.search(/\S/) < indent) return undefined;
    if (name !== undefined && names.includes(name))
      return { line: line + 1 + index, text: text.slice(Math.max(0, indent)).trimEnd() };
  }
  return undefined;
}

/** Keywords whose value says what is demanded; of anything else the name is what a finding is about. */
const keywords = new Set(
  `type format enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern
  required additionalProperties unevaluatedProperties minProperties maxProperties minItems maxItems uniqueItems
  minContains maxContains`.split(/\s+/),
);

/** The part of a line that a pointer means: the value of a keyword, else the key, else (also in doubt) the whole line. */
export function markIn(line: string, pointer: string, names: readonly string[] = []): Span {
  const key = keySpan(line, pointer);
  if (key === undefined) return { start: /^- +/.exec(line)?.[0].length ?? 0, end: line.length };
  const isKeyword = keywords.has(keyOf(pointer)) && !/\/properties\/[^/]*$/.test(pointer);
  const value = isKeyword ? valueAfter(line, key) : undefined;
  return value === undefined ? key : (elementIn(line, value, names) ?? value);
}

function keyOf(pointer: string): string {
  return splitPointer(pointer).at(-1) ?? '';
}

const flowToken = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{}]|,|[^"'[\]{},]+/gy;

/** What stands behind the key on the same line; undefined where nothing does. */
function valueAfter(line: string, key: Span): Span | undefined {
  const isFlow = /[{]|^\s*"/.test(line.slice(0, key.end));
  const start = key.end + (/^\s*:\s*/.exec(line.slice(key.end))?.[0].length ?? 0);
  const end = isFlow ? flowEnd(line, start) : line.replace(/\s+#.*$/, '').length;
  const value = line.slice(start, end).trimEnd();
  return value === '' || value === '[' ? undefined : { start, end: start + value.length };
}

function flowEnd(line: string, start: number): number {
  let depth = 0;
  flowToken.lastIndex = start;
  for (let found = flowToken.exec(line); found !== null; found = flowToken.exec(line)) {
    const [text] = found;
    if (depth === 0 && (text === ',' || text === '}')) return found.index;
    if (text === '[' || text === '{') depth++;
    if (text === ']' || text === '}') depth--;
  }
  return line.length;
}

/** One of the names in a list on the line. */
function elementIn(line: string, { start, end }: Span, names: readonly string[]): Span | undefined {
  for (const name of names) {
    const pattern = new RegExp(String.raw`(?<=[[\s,"'])${RegExp.escape(name)}(?=[\]\s,"'])`);
    const found = line.slice(start, end).search(pattern);
    if (found !== -1) return { start: start + found, end: start + found + name.length };
  }
  return undefined;
}

/** The last key of a pointer; undefined where the line has none, or several that it may mean. */
function keySpan(line: string, pointer: string): Span | undefined {
  const above = splitPointer(pointer);
  const found = spansOf(line, above.pop() ?? '');
  if (found.length < 2) return found[0];
  const [only, ...others] = found.filter(({ start }) => endsWith(above, stepsIn(line.slice(0, start))));
  return others.length === 0 ? only : undefined;
}

function spansOf(line: string, key: string): readonly Span[] {
  return [key, `"${key}"`, `'${key}'`].flatMap((spelling) => {
    // No blank is needed behind a name in quotes.
    const colon = spelling === key ? String.raw`\s*:(?:\s|$)` : String.raw`\s*:`;
    const pattern = new RegExp(String.raw`(?<=^|[\s{,])${RegExp.escape(spelling)}(?=${colon})`, 'g');
    return [...line.matchAll(pattern)].map(({ index }) => ({ start: index, end: index + spelling.length }));
  });
}

function endsWith(steps: readonly string[], last: readonly string[] | undefined): boolean {
  return last?.every((step, index) => step === steps[steps.length - last.length + index]) ?? false;
}

/** A bracket that is open. */
interface Level {
  /** What stands in front of it; undefined where that is on a line before. */
  readonly step: string | undefined;
  /** Of the item, in a list. */
  index: number | undefined;
}

const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{},]|[^"'[\]{},]+|["']/g;

/** The steps from where the line begins, as far as it shows them, to what comes next; undefined within a text. */
function stepsIn(before: string): readonly string[] | undefined {
  const levels: Level[] = [];
  let words = '';
  for (const [text] of before.matchAll(token)) {
    if (text === '"' || text === "'") return undefined;
    if (!isBracket(text, words, levels)) words += text;
    else {
      pass(text, words, levels);
      words = '';
    }
  }
  if (!/^\s*(?:- +)*$/.test(words)) return undefined;
  const steps = levels.map(({ step }) => step);
  return steps.slice(steps.lastIndexOf(undefined) + 1).filter((step) => step !== undefined);
}

/** `/orders/{id}` is a name: outside of brackets one opens only where a value begins. */
function isBracket(text: string, words: string, levels: readonly Level[]): boolean {
  if (!/^[[\]{},]$/.test(text)) return false;
  return levels.length > 0 || /^\s*$|(?::|-)\s+$|["']\s*:\s*$/.test(words);
}

function pass(text: string, words: string, levels: Level[]): void {
  const around = levels.at(-1);
  if (text === '[' || text === '{')
    levels.push({ step: nameIn(words) ?? itemOf(around), index: text === '[' ? 0 : undefined });
  else if (text !== ',') levels.pop();
  else if (around?.index !== undefined) around.index++;
}

function itemOf(around: Level | undefined): string | undefined {
  return around?.index === undefined ? undefined : String(around.index);
}

/** `- name: ` */
function nameIn(words: string): string | undefined {
  const name = /^\s*(?:- +)*(.*?)\s*:\s*$/.exec(words)?.[1];
  return name?.replace(/^(["'])(.*)\1$/, '$2');
}
