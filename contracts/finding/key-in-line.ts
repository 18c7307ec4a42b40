/** Where a key stands in one line of YAML or JSON, also where the line has several of the same name. */
import { splitPointer } from '../../spec/json/pointer.ts';
import type { Span } from '../http/body-path.ts';

/** The last key of a pointer; undefined where the line has none, or several that it may mean. */
export function keySpan(line: string, pointer: string): Span | undefined {
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
