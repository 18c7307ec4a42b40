/** The language of a pattern: the strings of several trees, for the pattern and for lookaheads at its start. */
import { memoizeString } from '../../memoize.ts';
import { type PatternTree, parsePattern, tokenize } from './pattern-tree.ts';

export interface Language {
  /** A string must match all of these, */
  readonly all: readonly PatternTree[];
  /** and none of these. */
  readonly none: readonly PatternTree[];
}

/** Undefined for patterns that are not strictly regular, except for lookaheads at the start. */
export function toLanguage({ source }: RegExp): Language | undefined {
  return parseLanguage(source);
}

const parseLanguage = memoizeString((source: string): Language | undefined => {
  try {
    RegExp(source, 'u');
    return parseTokens(tokenize(source));
  } catch {
    // Invalid with the `u` flag, or not strictly regular.
    return undefined;
  }
});

/** Strings that are in all of the languages. */
export function intersection(languages: readonly Language[]): Language {
  return { all: languages.flatMap(({ all }) => all), none: languages.flatMap(({ none }) => none) };
}

function parseTokens(tokens: readonly string[]): Language {
  const lookaheads: { readonly isNegative: boolean; readonly tree: PatternTree }[] = [];
  let index = 1;
  while (tokens[0] === '^' && isLookahead(tokens[index])) {
    const end = findGroupEnd(tokens, index);
    const tree = parsePattern(anchorAlternatives(tokens.slice(index + 1, end)));
    lookaheads.push({ isNegative: tokens[index] === '(?!', tree });
    index = end + 1;
  }
  const rest = lookaheads.length === 0 ? tokens : ['^', ...tokens.slice(index)];
  if (lookaheads.length > 0 && anchorAlternatives(rest).length > rest.length + 1)
    throw new Error('lookahead in one of several alternatives');
  return {
    all: [...lookaheads.filter(({ isNegative }) => !isNegative).map(({ tree }) => tree), parsePattern(rest)],
    none: lookaheads.filter(({ isNegative }) => isNegative).map(({ tree }) => tree),
  };
}

function isLookahead(token: string | undefined): boolean {
  return token === '(?=' || token === '(?!';
}

function findGroupEnd(tokens: readonly string[], start: number): number {
  let depth = 0;
  return tokens.findIndex((token, index) => {
    if (index < start) return false;
    depth += depthChange(token);
    return depth === 0;
  });
}

function depthChange(token: string): number {
  if (token === ')') return -1;
  return token.startsWith('(') ? 1 : 0;
}

/** A lookahead starts at the start of the string, in each of its alternatives. */
function anchorAlternatives(tokens: readonly string[]): readonly string[] {
  let depth = 0;
  return [
    '^',
    ...tokens.flatMap((token) => {
      depth += depthChange(token);
      return token === '|' && depth === 0 ? [token, '^'] : [token];
    }),
  ];
}
