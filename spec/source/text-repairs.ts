/**
 * Repairs of a text that is not valid YAML or JSON, where it is clear what its author meant. All lines keep their numbers.
 */
import type { TextRepair } from './source-file.ts';

/** An error of the YAML parser. */
export interface TextError {
  readonly code: string;
  /** From 0. */
  readonly offset: number;
  /** From 0. */
  readonly line: number;
}

export interface RepairedText {
  readonly text: string;
  readonly repairs: readonly TextRepair[];
}

/** Each pass repairs the errors that the passes before may have hidden. */
const MAX_PASSES = 20;

/** Undefined if an error remains. */
export function repairText(text: string, findErrors: (text: string) => readonly TextError[]): RepairedText | undefined {
  let current: RepairedText = { text, repairs: [] };
  let errors = findErrors(text);
  for (let pass = 0; pass < MAX_PASSES && errors.length > 0; pass++) {
    const next = repairErrors(current.text, errors);
    if (next.repairs.length === 0) return undefined;
    current = { text: next.text, repairs: [...current.repairs, ...next.repairs] };
    errors = findErrors(current.text);
  }
  return errors.length === 0 ? current : undefined;
}

function repairErrors(text: string, errors: readonly TextError[]): RepairedText {
  const [first] = errors;
  if (first?.code === 'MULTIPLE_DOCS') return withFirstDocument(text, first);
  if (first?.code === 'TAB_AS_INDENT') return withoutTabs(text, first);
  const escapes = errors.filter(({ code }) => code === 'BAD_DQ_ESCAPE');
  return escapes.length > 0 ? withDoubledBackslashes(text, escapes) : repairLines(text, errors);
}

function withFirstDocument(text: string, { offset, line }: TextError): RepairedText {
  const effect = 'it is ignored; move it to a file of its own';
  return { text: text.slice(0, offset), repairs: [{ line: line + 1, what: 'a second YAML document', effect }] };
}

/** Beside lines that are indented by spaces, the width of a tab is unknown. */
function withoutTabs(text: string, { line }: TextError): RepairedText {
  if (/^\t* /m.test(text)) return { text, repairs: [] };
  const effect = 'each is read as two spaces; indent by spaces, since YAML does not allow tabs';
  return {
    text: text.replaceAll(/^\t+/gm, (tabs) => '  '.repeat(tabs.length)),
    repairs: [{ line: line + 1, what: 'tabs as indentation', effect }],
  };
}

/** From the last one to the first, so that offsets stay. */
function withDoubledBackslashes(text: string, errors: readonly TextError[]): RepairedText {
  const backslashes = errors.filter(({ offset }) => text.charAt(offset) === '\\');
  return {
    text: backslashes.reduceRight((part, { offset }) => `${part.slice(0, offset)}\\${part.slice(offset)}`, text),
    repairs: backslashes.map(({ line, offset }) => ({
      line: line + 1,
      what: `"${text.slice(offset, offset + 2)}" in double quotes`,
      effect: 'the backslash is read as such; double it, or write single quotes',
    })),
  };
}

/** Later errors in lines that are repaired usually follow from the first. */
function repairLines(text: string, errors: readonly TextError[]): RepairedText {
  const lines = text.split('\n');
  const repairs: TextRepair[] = [];
  let end = -1;
  for (const error of errors.toSorted((a, b) => a.line - b.line)) {
    const line = error.code === 'MISSING_CHAR' ? lineOfQuote(lines, error.line, end) : error.line;
    if (line <= end) continue;
    const repair = indentQuoted(lines, line) ?? quotePlain(lines, line) ?? replaceHardSpaces(lines, line);
    if (repair === undefined) continue;
    repairs.push({ line: line + 1, what: repair.what, effect: repair.effect });
    end = repair.end;
  }
  return { text: lines.join('\n'), repairs };
}

/** The last line that was repaired, from 0. */
type LineRepair = Omit<TextRepair, 'line'> & { readonly end: number };

const QUOTED = /^(\s*)(?:- +)*(?:[\w.$/{}-]+|"[^"]*"|'[^']*') *: +(?:"(?:[^"\\]|\\.)*\\?|'(?:[^']|'')*)\s*$/;
const KEY_VALUE = /^(\s*(?:- +)*(?:summary|description|title|example|pattern) *: +)([^\s"'|>[{#].*?)\s*$/;
const MAX_QUOTED_LINES = 500;

/** Where the text starts that misses its quote at the end of a line; that line if none does. */
function lineOfQuote(lines: readonly string[], line: number, after: number): number {
  const start = lines.slice(after + 1, line + 1).findLastIndex((text) => QUOTED.test(text));
  return start === -1 ? line : after + 1 + start;
}

/** A quoted text whose next lines have no more indentation than its key: up to the line that ends with the quote. */
function indentQuoted(lines: string[], start: number): LineRepair | undefined {
  const line = lines[start] ?? '';
  const [, indentation] = QUOTED.exec(line) ?? [];
  if (indentation === undefined) return undefined;
  const isDouble = line
    .trimStart()
    .replace(/^[^:]*: +/, '')
    .startsWith('"');
  const last = isDouble ? /^(?:[^"\\]|\\.)*"\s*$/ : /^(?:[^']|'')*'\s*$/;
  const inner = isDouble ? /^(?:[^"\\]|\\.)*\\?$/ : /^(?:[^']|'')*$/;
  for (let end = start + 1; end < lines.length && end <= start + MAX_QUOTED_LINES; end++) {
    const text = (lines[end] ?? '').replace(/\r$/, '');
    if (last.test(text)) {
      for (let index = start + 1; index <= end; index++)
        if (lines[index]?.trim() !== '') lines[index] = `${indentation}  ${lines[index]}`;
      const effect = 'it is read up to its quote; indent its lines by more than its key';
      return { end, what: 'a quoted text whose next lines are not indented', effect };
    }
    if (!inner.test(text)) return undefined;
  }
  return undefined;
}

/** A text that would need quotes, on one line. */
function quotePlain(lines: string[], index: number): LineRepair | undefined {
  const line = (lines[index] ?? '').replace(/\r$/, '');
  const [, start = '', value = ''] = KEY_VALUE.exec(line) ?? [];
  if (value === '' || indentationOf(lines[index + 1] ?? '') > indentationOf(line)) return undefined;
  lines[index] = start + JSON.stringify(value.replace(/ #.*$/, ''));
  return { end: index, what: 'a text that YAML reads otherwise', effect: 'it is read as a text; put it in quotes' };
}

function replaceHardSpaces(lines: string[], index: number): LineRepair | undefined {
  const line = lines[index] ?? '';
  const replaced = line.replace(/^[\s\u00a0]*[^\s:]*:?\u00a0*/, (start) => start.replaceAll('\u00a0', ' '));
  if (replaced === line) return undefined;
  lines[index] = replaced;
  return { end: index, what: 'a non-breaking space', effect: 'it is read as a space; write one' };
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}
