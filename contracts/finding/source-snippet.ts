/** The lines of the contract that a finding quotes, and the part of them to highlight. */
import { escapeRegExp } from '../../sanitize.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { type Contract, type Place, sourceLine } from '../../spec/model/contract.ts';
import { sliceLines } from '../../spec/source/source-line.ts';
import type { BodyPath, TextSpan } from '../http/json-path.ts';
import type { ResponsePart, SourceSnippet } from './finding.ts';

/**
 * The line of a place. If the place is a `required` list written over several lines, also the line of the item that is
 * one of `names`.
 */
export function sourceSnippet(contract: Contract, place: Place, names: readonly string[]): SourceSnippet {
  const text = sourceLine(contract, place);
  const first = { line: place.line, text };
  const column = snippetColumn(contract, place, text);
  const element = lastKey(place.pointer) === 'required' ? findListItemBelow(contract, place, names) : undefined;
  if (element !== undefined) {
    const mark = { start: element.text.search(/[^\s-]/), end: element.text.length };
    return { lines: [first, element], mark, ...column };
  }
  return { lines: [first], mark: highlightInLine(text, place.pointer, names), ...column };
}

/** The column where `text` begins; empty if the line is too long and `text` is only an excerpt. */
function snippetColumn(contract: Contract, { file, line }: Place, text: string): Pick<SourceSnippet, 'column'> {
  const [fullLine = ''] = sliceLines(contract.sources.get(file) ?? '', line, 1);
  return text !== '' && fullLine.trim() === text ? { column: fullLine.search(/\S/) + 1 } : {};
}

/** The names of the affected properties: of the wrong part of the response, and of the mutated part of the request. */
export function highlightedNames(at: ResponsePart | undefined, mutatedAt: BodyPath | undefined): readonly string[] {
  const responsePath = at?.in === 'body' && 'path' in at ? at.path : undefined;
  return [responsePath, mutatedAt].map((path) => path?.at(-1)).filter((name) => typeof name === 'string');
}

const MAX_LIST_LINES = 200;

/** Searches a list of names in YAML or JSON, one name per line. */
function findListItemBelow(contract: Contract, { file, line }: Place, names: readonly string[]) {
  const [first = '', ...others] = sliceLines(contract.sources.get(file) ?? '', line, 1 + MAX_LIST_LINES);
  const indent = first.search(/\S/);
  for (const [index, text] of others.entries()) {
    const name = /^\s*(?:- +)?(["']?)([^"']*)\1,?\s*$/.exec(text)?.[2];
    if (/:(\s|$)/.test(text) || text.search(/\S/) < indent) return undefined;
    if (name !== undefined && names.includes(name))
      return { line: line + 1 + index, text: text.slice(Math.max(0, indent)).trimEnd() };
  }
  return undefined;
}

/** Keywords whose value states the requirement; for any other key the finding is about the key itself. */
const valueKeywords = new Set(
  `type format enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern
  required additionalProperties unevaluatedProperties minProperties maxProperties minItems maxItems uniqueItems
  minContains maxContains`.split(/\s+/),
);

/**
 * The part of a line that a pointer refers to: the value of a keyword, else the key, else (also if ambiguous) the whole
 * line.
 */
export function highlightInLine(line: string, pointer: string, names: readonly string[] = []): TextSpan {
  const key = keySpan(line, pointer);
  if (key === undefined) return { start: /^- +/.exec(line)?.[0].length ?? 0, end: line.length };
  const isKeyword = valueKeywords.has(lastKey(pointer)) && !/\/properties\/[^/]*$/.test(pointer);
  const value = isKeyword ? valueSpanAfter(line, key) : undefined;
  return value === undefined ? key : (findListItemInLine(line, value, names) ?? value);
}

function lastKey(pointer: string): string {
  return splitPointer(pointer).at(-1) ?? '';
}

const flowTokenPattern = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{}]|,|[^"'[\]{},]+/gy;

/** The value after the key on the same line; undefined if there is none. */
function valueSpanAfter(line: string, key: TextSpan): TextSpan | undefined {
  const isFlow = /[{]|^\s*"/.test(line.slice(0, key.end));
  const start = key.end + (/^\s*:\s*/.exec(line.slice(key.end))?.[0].length ?? 0);
  const end = isFlow ? flowValueEnd(line, start) : line.replace(/\s+#.*$/, '').length;
  const value = line.slice(start, end).trimEnd();
  return value === '' || value === '[' ? undefined : { start, end: start + value.length };
}

function flowValueEnd(line: string, start: number): number {
  let depth = 0;
  flowTokenPattern.lastIndex = start;
  for (let found = flowTokenPattern.exec(line); found !== null; found = flowTokenPattern.exec(line)) {
    const [text] = found;
    if (depth === 0 && (text === ',' || text === '}')) return found.index;
    if (text === '[' || text === '{') depth++;
    if (text === ']' || text === '}') depth--;
  }
  return line.length;
}

/** The first of the names that a list on the line contains. */
function findListItemInLine(line: string, { start, end }: TextSpan, names: readonly string[]): TextSpan | undefined {
  for (const name of names) {
    const pattern = new RegExp(String.raw`(?<=[[\s,"'])${escapeRegExp(name)}(?=[\]\s,"'])`);
    const found = line.slice(start, end).search(pattern);
    if (found !== -1) return { start: start + found, end: start + found + name.length };
  }
  return undefined;
}

/** The last key of a pointer; undefined if the line does not contain it, or contains several that it may refer to. */
function keySpan(line: string, pointer: string): TextSpan | undefined {
  const parentSteps = splitPointer(pointer);
  const found = keySpans(line, parentSteps.pop() ?? '');
  if (found.length < 2) return found[0];
  const [onlyMatch, ...others] = found.filter(({ start }) =>
    endsWith(parentSteps, enclosingSteps(line.slice(0, start))),
  );
  return others.length === 0 ? onlyMatch : undefined;
}

function keySpans(line: string, key: string): readonly TextSpan[] {
  return [key, `"${key}"`, `'${key}'`].flatMap((spelling) => {
    // A quoted key needs no space after its colon.
    const colon = spelling === key ? String.raw`\s*:(?:\s|$)` : String.raw`\s*:`;
    const pattern = new RegExp(String.raw`(?<=^|[\s{,])${escapeRegExp(spelling)}(?=${colon})`, 'g');
    return [...line.matchAll(pattern)].map(({ index }) => ({ start: index, end: index + spelling.length }));
  });
}

function endsWith(steps: readonly string[], last: readonly string[] | undefined): boolean {
  return last?.every((step, index) => step === steps[steps.length - last.length + index]) ?? false;
}

/** A bracket that is not closed yet. */
interface OpenBracket {
  /** The key before the bracket; undefined if it is on an earlier line. */
  readonly step: string | undefined;
  /** The index of the current item, in a list. */
  index: number | undefined;
}

const tokenPattern = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{},]|[^"'[\]{},]+|["']/g;

/**
 * The steps from the start of the line, as far as the line shows them, to the next token; undefined within a string.
 */
function enclosingSteps(before: string): readonly string[] | undefined {
  const levels: OpenBracket[] = [];
  let pendingText = '';
  for (const [text] of before.matchAll(tokenPattern)) {
    if (text === '"' || text === "'") return undefined;
    if (!isBracket(text, pendingText, levels)) pendingText += text;
    else {
      applyBracket(text, pendingText, levels);
      pendingText = '';
    }
  }
  if (!/^\s*(?:- +)*$/.test(pendingText)) return undefined;
  const steps = levels.map(({ step }) => step);
  return steps.slice(steps.lastIndexOf(undefined) + 1).filter((step) => step !== undefined);
}

/**
 * In YAML, `/orders/{id}` is a plain scalar: outside of brackets, a bracket opens a collection only where a value
 * begins.
 */
function isBracket(text: string, pendingText: string, levels: readonly OpenBracket[]): boolean {
  if (!/^[[\]{},]$/.test(text)) return false;
  return levels.length > 0 || /^\s*$|(?::|-)\s+$|["']\s*:\s*$/.test(pendingText);
}

function applyBracket(text: string, pendingText: string, levels: OpenBracket[]): void {
  const parent = levels.at(-1);
  if (text === '[' || text === '{')
    levels.push({ step: keyName(pendingText) ?? itemStep(parent), index: text === '[' ? 0 : undefined });
  else if (text !== ',') levels.pop();
  else if (parent?.index !== undefined) parent.index++;
}

function itemStep(parent: OpenBracket | undefined): string | undefined {
  return parent?.index === undefined ? undefined : String(parent.index);
}

/** The key in `- name: `. */
function keyName(pendingText: string): string | undefined {
  const name = /^\s*(?:- +)*(.*?)\s*:\s*$/.exec(pendingText)?.[1];
  return name?.replace(/^(["'])(.*)\1$/, '$2');
}
