/** Patterns of schemas as regular expressions that come to an end: whoever wrote the contract does not hold up the kit. */
import { setFlagsFromString } from 'node:v8';
import { estimatePatternCost } from './pattern-cost.ts';
import { translateAnchors } from './pattern-dialects.ts';

/** V8 goes over to an engine without backtracking where it can; the second flag lets us ask where that is. */
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
setFlagsFromString('--enable-experimental-regexp-engine');

/** Steps of backtracking that are over in about a second. */
const MAX_STEPS = 1e8;
/** Where each character may double the steps. */
const MAX_DOUBLINGS = 24;
/** So few are tried in time whatever the pattern. */
const MIN_CHARACTERS = 16;

/**
 * Patterns are ECMA-262 with Unicode; many in the wild escape more than the `u` flag allows, so those go without. So do
 * patterns that mean the same without it. Throws a SyntaxError for what is no regular expression.
 */
export function compilePattern(schemaPattern: string): RegExp {
  const source = translateAnchors(schemaPattern);
  const flags = !isRegExp(source, 'u') || isSameWithUnicodeFlag(source) ? '' : 'u';
  return new BoundedPattern(source, flags);
}

/** Both at once: their source is one pattern, and each is tried by itself. */
export function intersectPatterns(a: RegExp, b: RegExp): RegExp {
  const source = `^(?=[\\s\\S]*?(?:${a.source}))(?=[\\s\\S]*?(?:${b.source}))`;
  return source.length > MAX_SOURCE_LENGTH ? a : new PatternPair(source, a, b);
}

/** Patterns united again and again would double each time. */
const MAX_SOURCE_LENGTH = 20_000;

/** Whether matching comes to an end in time; a pattern says of a text for which it does not that it does not match. */
export function canMatchInTime(pattern: RegExp, text: string): boolean {
  if (pattern instanceof PatternPair) return pattern.parts.every((part) => canMatchInTime(part, text));
  return !(pattern instanceof BoundedPattern) || pattern.canMatchInTime(text);
}

/** Whether texts can be made that match: repetitions that multiply make more of them than fit anywhere. */
export function canGenerateMatches(pattern: RegExp): boolean {
  return estimatePatternCost(pattern.source).size <= MAX_GENERATED_SIZE;
}

const MAX_GENERATED_SIZE = 5_000;

class BoundedPattern extends RegExp {
  readonly #most: number;
  readonly #isUnicode: boolean;
  /** What means the same for well-formed text, for the engine that takes linear time. */
  readonly #linear: RegExp | undefined;

  constructor(source: string, flags: string) {
    super(source, flags);
    this.#isUnicode = flags === 'u';
    const nonUnicode = this.#isUnicode ? withoutUnicode(source) : source;
    const isLinear = nonUnicode !== undefined && isRegExp(nonUnicode, 'l');
    this.#linear = isLinear ? new RegExp(nonUnicode) : undefined;
    this.#most = maxInputLength(source);
  }

  canMatchInTime(text: string): boolean {
    return text.length <= this.#most || this.#linearFor(text) !== undefined;
  }

  override exec(text: string): RegExpExecArray | null {
    const linear = this.#linearFor(text);
    if (linear !== undefined) return linear.exec(text);
    return text.length <= this.#most ? super.exec(text) : null;
  }

  /** As `exec`, without an account of the match. */
  override test(text: string): boolean {
    return this.#linearFor(text)?.test(text) ?? super.test(text);
  }

  #linearFor(text: string): RegExp | undefined {
    return !this.#isUnicode || text.isWellFormed() ? this.#linear : undefined;
  }
}

class PatternPair extends RegExp {
  readonly parts: readonly RegExp[];

  constructor(source: string, a: RegExp, b: RegExp) {
    super(source, a.flags === b.flags ? a.flags : '');
    this.parts = [a, b];
  }

  override exec(text: string): RegExpExecArray | null {
    const [first, ...others] = this.parts.map((part) => part.exec(text));
    return others.includes(null) ? null : (first ?? null);
  }
}

function maxInputLength(source: string): number {
  const { isNested, degree } = estimatePatternCost(source);
  const max = Math.floor(MAX_STEPS ** (1 / Math.max(1, degree)));
  return isNested ? MAX_DOUBLINGS : Math.max(max, MIN_CHARACTERS);
}

/** ASCII only, and nothing that takes one half of a surrogate pair for a character. */
function isSameWithUnicodeFlag(pattern: string): boolean {
  return /^[\x20-\x7e]*$/.test(pattern) && !/\\[DWSpPuc]|\[\^|(?<!\\)\./.test(pattern);
}

/** Undefined where that cannot be said so simply. Right for well-formed text alone: no half of a pair is a character. */
function withoutUnicode(pattern: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(pattern) || /\\[pPukc]|\[(?:\\.|[^\]\\])*\\[DWS]/.test(pattern)) return undefined;
  return pattern.replaceAll(wideCharacterTokens, (part) => {
    const classContent = part.startsWith('[^') ? part.slice(2, -1) : complements.get(part);
    return classContent === undefined ? part : `(?:${PAIR}|[^${classContent}${SURROGATES}])`;
  });
}

/** What may match beyond the BMP, after what only looks like it. */
const wideCharacterTokens = /\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\./g;
const complements: ReadonlyMap<string, string> = new Map([
  ['.', '\\n\\r\\u2028\\u2029'],
  ['\\D', '\\d'],
  ['\\W', '\\w'],
  ['\\S', '\\s'],
]);
const SURROGATES = '\\ud800-\\udfff';
const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';

export function isRegExp(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
