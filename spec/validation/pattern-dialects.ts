/** Syntax of regular expressions that other engines support and ECMA-262 does not, or reads differently. */

/**
 * Translates `\A`, `\z` and `\Z`, which have exact counterparts; in ECMA-262 they are invalid or mean the letter.
 * Changes nothing else.
 */
export function translateAnchors(source: string): string {
  return source.replaceAll(escapeOrClass, (text) => anchors.get(text) ?? text);
}

const anchors: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\z', '$'],
  ['\\Z', '(?=\\n?$)'],
]);

/** An escape, or a whole character class, which contains no anchors. */
const escapeOrClass = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g;

/**
 * Finds syntax that ECMA-262 accepts with an unintended meaning: `\h` is the letter, `[[:alpha:]]` a few characters.
 */
export function findForeignEscapes(source: string): readonly string[] {
  const escapes = [...source.matchAll(/\\([\s\S])/g)].flatMap(([escapeText, letter = '']) =>
    /[A-Za-z]/.test(letter) && !knownEscapes.includes(letter) && !anchors.has(escapeText) ? [escapeText] : [],
  );
  return [...new Set([...escapes, ...(source.match(/\[:\^?[a-z]+:\]/g) ?? [])])];
}

/** Letters that have a meaning after a backslash in ECMA-262. */
const knownEscapes = 'bBcdDfknpPrsStuvwWx';

/**
 * For syntax that other engines support but ECMA-262 rejects, returns a hint with the replacement; undefined for other
 * errors.
 */
export function suggestPatternFix(source: string): string | undefined {
  return patternHints.find(([pattern]) => pattern.test(source))?.[1];
}

const patternHints: readonly (readonly [RegExp, string])[] = [
  [
    /\(\?[a-z]*i[a-z]*\)/,
    'ECMA-262 has no flag for a whole pattern: wrap it in (?i:...), or write [Aa] for each letter',
  ],
  [/\(\?[a-z]+\)/, 'ECMA-262 has no flags in a pattern'],
  [/\(\?P[<=>]/, 'in ECMA-262 a named group is (?<name>...), and \\k<name> references it'],
  [/\(\?>|[*+?}]\+/, 'ECMA-262 has no atomic groups or possessive quantifiers: remove the extra character'],
  [/\(\?#/, 'ECMA-262 has no comments: remove it'],
];
