/** Compares text with a condition: equal, or matching a regular expression between slashes. */
import { inNode } from '../../platform/node-modules.ts';

/** Equal, or matching if `expected` is a regular expression. */
export function matchesText(text: string, expected: string): boolean {
  return isRegExpText(expected) ? matchesRegExp(text, expected) : text === expected;
}

/**
 * Whether text has the form of a regular expression, valid or not: `/^lamp/i`. Letters other than flags after the last
 * slash make it plain text: `/a/b`.
 */
export function isRegExpText(text: string): boolean {
  return parseRegExp(text) !== undefined;
}

/** Describes what is expected instead of an invalid regular expression; undefined if it is valid. */
export function regExpProblem(text: string): string | undefined {
  const parts = parseRegExp(text);
  if (parts === undefined) return 'a regular expression between slashes, such as /^lamp/i';
  if (!/^[ims]*$/.test(parts.flags) || new Set(parts.flags).size < parts.flags.length)
    return 'a regular expression with only the flags i, m and s';
  const compiled = compileCached(text);
  return typeof compiled === 'string'
    ? `an ECMA-262 regular expression without lookaround and backreferences (${compiled})`
    : undefined;
}

/** Never throws: an invalid regular expression matches nothing. */
export function matchesRegExp(text: string, regExp: string): boolean {
  const compiled = compileCached(regExp);
  return typeof compiled !== 'string' && compiled.test(text);
}

interface RegExpParts {
  readonly source: string;
  readonly flags: string;
}

/**
 * Accepts all flags of ECMA-262, so that an unsupported one is rejected instead of being read as plain text that never
 * matches.
 */
function parseRegExp(text: string): RegExpParts | undefined {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  return source === undefined || flags === undefined ? undefined : { source, flags };
}

const MAX_CACHED_PATTERNS = 1_000;
const patternCache = new Map<string, LinearPattern | string>();

/** The compiled pattern, or the reason that it is invalid. */
function compileCached(text: string): LinearPattern | string {
  const known = patternCache.get(text);
  if (known !== undefined) return known;
  if (patternCache.size >= MAX_CACHED_PATTERNS) patternCache.clear();
  const compiled = compilePattern(text);
  patternCache.set(text, compiled);
  return compiled;
}

function compilePattern(text: string): LinearPattern | string {
  const parts = parseRegExp(text);
  if (parts === undefined) return 'missing slashes';
  try {
    return linearPattern(parts.source, parts.flags);
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: .*: /, '') : String(error);
  }
}

/** Enables the flag `l`: V8's engine without backtracking, which supports neither lookaround nor backreferences. */
inNode?.getBuiltinModule('node:v8').setFlagsFromString('--enable-experimental-regexp-engine');

/** A page cannot enable it. Its rules are its own, so that it only blocks itself. */
const linearFlag = inNode === undefined ? '' : 'l';

interface LinearPattern {
  /** Also false for texts that would take too long. */
  readonly test: (text: string) => boolean;
}

/** The number of steps that take about a second. */
const MAX_STEPS = 5e7;

const MAX_PATTERN_LENGTH = 20_000;

/** `flags` are any of `i`, `m` and `s`. Throws a SyntaxError for an invalid pattern. */
export function linearPattern(source: string, flags: string): LinearPattern {
  // Compile the original first, because rewriting could make an invalid pattern valid.
  const original = new RegExp(source);
  const rewritten = rewritePattern(original.source, flags.includes('i'));
  const pattern = new RegExp(rewritten, `${linearFlag}${flags.replace('i', '')}`);
  const longest = Math.floor(MAX_STEPS / (rewritten.length + 1));
  return { test: (text) => text.length <= longest && pattern.test(text) };
}

const tokenPattern =
  /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|\d+|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<[=!]|[=!:]|<[^>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/g;

/** An open group: the text before its last atom, and the last atom. */
interface Group {
  readonly start: string;
  before: string;
  last: string;
}

/** The engine supports neither the flag `i` nor counts above 16, so both are expanded. */
function rewritePattern(source: string, ignoresCase: boolean): string {
  const openGroups: Group[] = [{ start: '', before: '', last: '' }];
  for (const [token] of source.matchAll(tokenPattern)) {
    const group = openGroups.at(-1);
    if (group === undefined) break;
    // Rejected explicitly, because newer versions of the engine support some lookaround.
    if (/^\(\?<?[=!]/.test(token)) throw new SyntaxError('lookaround');
    if (token.startsWith('(')) openGroups.push({ start: token, before: '', last: '' });
    else if (token === ')') closeGroup(openGroups);
    else if (/^(?:[*+?]|\{\d)/.test(token) && group.last !== '') group.last = repeatAtom(group.last, token);
    else addAtom(group, ignoresCase ? inBothCases(token) : token);
    if (groupLength(group) > MAX_PATTERN_LENGTH) throw new SyntaxError('too many repetitions');
  }
  return openGroups.map(({ start, before, last }) => `${start}${before}${last}`).join('');
}

function groupLength({ before, last }: Group): number {
  return before.length + last.length;
}

function addAtom(group: Group, atom: string): void {
  group.before += group.last;
  group.last = atom;
}

function closeGroup(openGroups: Group[]): void {
  const closed = openGroups.pop();
  const outer = openGroups.at(-1);
  if (closed !== undefined && outer !== undefined) addAtom(outer, `${closed.start}${closed.before}${closed.last})`);
}

/** Greedy and lazy quantifiers match the same texts. */
function repeatAtom(atom: string, quantifier: string): string {
  const [, low, comma, high = ''] = /^\{(\d+)(,)?(\d*)/.exec(quantifier) ?? [];
  if (low === undefined) return `(?:${atom})${quantifier.slice(0, 1)}`;
  const min = Number(low);
  const more = comma === undefined ? 0 : Number(high) - min;
  if ((min + Math.max(0, more)) * atom.length > MAX_PATTERN_LENGTH) throw new SyntaxError('too many repetitions');
  const required = atom.repeat(min);
  if (comma !== undefined && high === '') return `(?:${required}(?:${atom})*)`;
  return `(?:${required}${`(?:${atom}`.repeat(more)}${')?'.repeat(more)})`;
}

function inBothCases(token: string): string {
  if (token.startsWith('[')) return token.replaceAll(inClass, classInBothCases);
  const [lower, upper] = [token.toLowerCase(), token.toUpperCase()];
  return token.length === 1 && lower !== upper && upper.length === 1 ? `[${lower}${upper}]` : token;
}

const inClass = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|([a-z]-[a-z]|[A-Z]-[A-Z])|\p{L}/gu;

function classInBothCases(part: string, range: string | undefined): string {
  if (part.startsWith('\\')) return part;
  const [lower, upper] = [part.toLowerCase(), part.toUpperCase()];
  if (range !== undefined) return `${lower}${upper}`;
  return lower !== upper && lower.length === 1 && upper.length === 1 ? `${lower}${upper}` : part;
}
