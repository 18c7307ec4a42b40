/** Comments in what is JSON but for them: editors take them, and YAML reads them as something else. */
import { KitError } from '../../errors.ts';
import { endOfString, QUOTE } from '../json/json-text.ts';
import { readPlainJson } from './json-lines.ts';

/** Else it would be read as YAML, which it was never meant to be. Throws `spec-syntax`. */
export function refuseJsonComment(name: string, text: string): void {
  const line = commentLine(text);
  if (line === undefined) return;
  throw new KitError('spec-syntax', 'this is JSON with a comment, and JSON has none', {
    where: `${name}:${line}`,
    fix: 'Take the comments out, or write the document in YAML, where a comment begins with #.',
  });
}

/** The line of the first one, from 1; undefined where the text without them is no JSON either. */
function commentLine(text: string): number | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  const { rest, first } = withoutComments(text);
  if (first === undefined || readPlainJson(rest) === undefined) return undefined;
  return text.slice(0, first).split('\n').length;
}

function withoutComments(text: string): { readonly rest: string; readonly first: number | undefined } {
  let rest = '';
  let first: number | undefined;
  let at = 0;
  for (let next = markIn(text, at); next !== -1; next = markIn(text, at)) {
    const isString = text.charCodeAt(next) === QUOTE;
    const end = isString ? endOfString(text, next) + 1 : endOfComment(text, next);
    rest += text.slice(at, isString ? end : next);
    if (!isString) first ??= next;
    at = end;
  }
  return { rest: rest + text.slice(at), first };
}

/** Where a string or a comment begins. */
function markIn(text: string, from: number): number {
  const marks = /"|\/[/*]/g;
  marks.lastIndex = from;
  return marks.exec(text)?.index ?? -1;
}

function endOfComment(text: string, start: number): number {
  const isBlock = text.startsWith('/*', start);
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2);
  if (end === -1) return text.length;
  return isBlock ? end + 2 : end;
}
