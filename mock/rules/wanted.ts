/** What a condition says of a text: equal, or matching a regular expression between slashes. */
import { type LinearPattern, linearPattern } from './linear-pattern.ts';

/** Whether a text is one, right or wrong: `/^lamp/i`. Other letters than flags at the end make it a plain text: `/a/b`. */
export function isRegExpText(text: string): boolean {
  return partsOf(text) !== undefined;
}

/** What is expected where it is wrong; undefined where nothing is. */
export function regExpFault(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return 'a regular expression between slashes, such as /^lamp/i';
  if (!/^[ims]*$/.test(parts.flags) || new Set(parts.flags).size < parts.flags.length)
    return 'a regular expression with no other flags than i, m and s';
  const compiled = compile(text);
  return typeof compiled === 'string'
    ? `a regular expression of ECMA-262 without lookaround and references to groups (${compiled})`
    : undefined;
}

/** Never throws: what is no regular expression matches nothing. */
export function matchesRegExp(text: string, regExp: string): boolean {
  const compiled = compile(regExp);
  return typeof compiled !== 'string' && compiled.test(text);
}

/** Equal, or matching where `wanted` is a regular expression. */
export function isWanted(text: string, wanted: string): boolean {
  return isRegExpText(wanted) ? matchesRegExp(text, wanted) : text === wanted;
}

interface RegExpParts {
  readonly source: string;
  readonly flags: string;
}

/** All flags that ECMA-262 has: a wrong one is better refused than taken for a text that nothing equals. */
function partsOf(text: string): RegExpParts | undefined {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  return source === undefined || flags === undefined ? undefined : { source, flags };
}

const MOST_KEPT = 1_000;
const kept = new Map<string, LinearPattern | string>();

/** Or why it is none. */
function compile(text: string): LinearPattern | string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const compiled = compileAnew(text);
  kept.set(text, compiled);
  return compiled;
}

function compileAnew(text: string): LinearPattern | string {
  const parts = partsOf(text);
  if (parts === undefined) return 'no slashes around it';
  try {
    return linearPattern(parts.source, parts.flags);
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: .*: /, '')
      : String(error);
  }
}
