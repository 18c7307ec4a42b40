/** Signs of regular expressions that other engines know and ECMA-262 does not, or reads otherwise. */

/** `\A`, `\z` and `\Z` have exact counterparts; ECMA-262 has them mean nothing, or the letter. Nothing else is changed. */
export function translateAnchors(source: string): string {
  return source.replaceAll(escapeOrClass, (text) => anchors.get(text) ?? text);
}

const anchors: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\z', '$'],
  ['\\Z', '(?=\\n?$)'],
]);

/** An escape, or a whole class, in which there are no anchors. */
const escapeOrClass = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g;

/** What a pattern says that ECMA-262 reads in a way nobody means: `\h` is the letter, `[[:alpha:]]` a few characters. */
export function findForeignEscapes(source: string): readonly string[] {
  const escapes = [...source.matchAll(/\\([\s\S])/g)].flatMap(([escapeText, letter = '']) =>
    /[A-Za-z]/.test(letter) && !knownEscapes.includes(letter) && !anchors.has(escapeText) ? [escapeText] : [],
  );
  return [...new Set([...escapes, ...(source.match(/\[:\^?[a-z]+:\]/g) ?? [])])];
}

/** Letters that mean something behind a backslash in ECMA-262. */
const knownEscapes = 'bBcdDfknpPrsStuvwWx';

/** What an engine may take in a place where ECMA-262 does not, with what to write there; undefined for other faults. */
export function suggestPatternFix(source: string): string | undefined {
  return patternHints.find(([pattern]) => pattern.test(source))?.[1];
}

const patternHints: readonly (readonly [RegExp, string])[] = [
  [
    /\(\?[a-z]*i[a-z]*\)/,
    'ECMA-262 has no flag for all of a pattern: write (?i:...) around it, or [Aa] for each letter',
  ],
  [/\(\?[a-z]+\)/, 'ECMA-262 has no flags within a pattern'],
  [/\(\?P[<=>]/, 'in ECMA-262 a named group is (?<name>...), and \\k<name> refers to it'],
  [/\(\?>|[*+?}]\+/, 'ECMA-262 has no atomic groups and possessive quantifiers: leave out the sign'],
  [/\(\?#/, 'ECMA-262 has no comments: leave it out'],
];
