/** Patterns of schemas as regular expressions with bounded time, so that no contract can block the kit. */
import { inNode } from '../../platform/node-modules.ts';
import { estimatePatternCost } from './pattern-cost.ts';
import { translateAnchors } from './pattern-dialects.ts';

/**
 * V8 falls back to an engine without backtracking where possible; the second flag allows testing where that is. A page
 * cannot set them, so that only the length of texts is limited there.
 */
const v8 = inNode?.getBuiltinModule('node:v8');
v8?.setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
v8?.setFlagsFromString('--enable-experimental-regexp-engine');

/** Backtracking steps that take about a second. */
const MAX_STEPS = 1e8;
/** The maximum text length for patterns where each character may double the steps. */
const MAX_DOUBLINGS = 24;
/** Texts this short are matched in time with any pattern. */
const MIN_CHARACTERS = 16;

/**
 * Patterns are ECMA-262 with Unicode; many real ones escape more than the `u` flag allows, so they are compiled without
 * it. So are patterns whose meaning does not depend on it. Throws a SyntaxError for an invalid regular expression.
 */
export function compilePattern(schemaPattern: string): RegExp {
  const source = translateAnchors(schemaPattern);
  const flags = !isRegExp(source, 'u') || isSameWithUnicodeFlag(source) ? '' : 'u';
  return new BoundedPattern(source, flags);
}

/** Matches texts that match both patterns; the source is a single pattern, but each part is matched separately. */
export function intersectPatterns(a: RegExp, b: RegExp): RegExp {
  const source = `^(?=[\\s\\S]*?(?:${a.source}))(?=[\\s\\S]*?(?:${b.source}))`;
  return source.length > MAX_SOURCE_LENGTH ? a : new PatternPair(source, a, b);
}

/** Repeated intersections would double the source each time. */
const MAX_SOURCE_LENGTH = 20_000;

/** Whether matching is bounded in time; if not, the pattern does not match the text. */
export function canMatchInTime(pattern: RegExp, text: string): boolean {
  if (pattern instanceof PatternPair) return pattern.parts.every((part) => canMatchInTime(part, text));
  return !(pattern instanceof BoundedPattern) || pattern.canMatchInTime(text);
}

/** The patterns that an intersection consists of; a plain pattern is its own part. */
export function patternParts(pattern: RegExp): readonly RegExp[] {
  return pattern instanceof PatternPair ? pattern.parts.flatMap(patternParts) : [pattern];
}

/** Whether matching texts can be generated: nested repetitions may require more characters than fit in memory. */
export function canGenerateMatches(pattern: RegExp): boolean {
  return estimatePatternCost(pattern.source).size <= MAX_GENERATED_SIZE;
}

const MAX_GENERATED_SIZE = 5_000;

class BoundedPattern extends RegExp {
  readonly #maxLength: number;
  readonly #isUnicode: boolean;
  /** An equivalent pattern for well-formed text that V8 can match in linear time. */
  readonly #linear: RegExp | undefined;

  constructor(source: string, flags: string) {
    super(source, flags);
    this.#isUnicode = flags === 'u';
    const nonUnicode = this.#isUnicode ? withoutUnicode(source) : source;
    const isLinear = nonUnicode !== undefined && isRegExp(nonUnicode, 'l');
    this.#linear = isLinear ? new RegExp(nonUnicode) : undefined;
    this.#maxLength = maxInputLength(source);
  }

  canMatchInTime(text: string): boolean {
    return text.length <= this.#maxLength || this.#linearFor(text) !== undefined;
  }

  override exec(text: string): RegExpExecArray | null {
    const linear = this.#linearFor(text);
    if (linear !== undefined) return linear.exec(text);
    return text.length <= this.#maxLength ? super.exec(text) : null;
  }

  /** Like `exec`, without the details of the match. */
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

/** ASCII only, and no token that matches half of a surrogate pair. */
function isSameWithUnicodeFlag(pattern: string): boolean {
  return /^[\x20-\x7e]*$/.test(pattern) && !/\\[DWSpPuc]|\[\^|(?<!\\)\./.test(pattern);
}

/**
 * Undefined if there is no simple equivalent. Valid for well-formed text only, where no character is half of a pair.
 */
function withoutUnicode(pattern: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(pattern) || /\\[pPukc]|\[(?:\\.|[^\]\\])*\\[DWS]/.test(pattern)) return undefined;
  return pattern.replaceAll(wideCharacterTokens, (part) => {
    const classContent = part.startsWith('[^') ? part.slice(2, -1) : complements.get(part);
    return classContent === undefined ? part : `(?:${PAIR}|[^${classContent}${SURROGATES}])`;
  });
}

/** Tokens that may match beyond the BMP; escapes and classes come first, so that they match as a whole. */
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
