/** The texts that a pattern matches: those of trees, of which look-aheads at its beginning are some. */
import { rememberedText } from '../../remembered.ts';
import { type Tree, tokensOf, treeOfTokens } from './pattern-tree.ts';

export interface Language {
  /** A text is of each of these, */
  readonly all: readonly Tree[];
  /** and of none of these. */
  readonly none: readonly Tree[];
}

/** Undefined for what is no regular expression in the strict sense, look-aheads at its beginning aside. */
export function languageOf({ source }: RegExp): Language | undefined {
  return ofSource(source);
}

const ofSource = rememberedText((source: string): Language | undefined => {
  try {
    RegExp(source, 'u');
    return read(tokensOf(source));
  } catch {
    // Neither what is no regular expression in Unicode nor what is more than one.
    return undefined;
  }
});

/** Texts that are of each of the languages. */
export function intersection(languages: readonly Language[]): Language {
  return { all: languages.flatMap(({ all }) => all), none: languages.flatMap(({ none }) => none) };
}

function read(tokens: readonly string[]): Language {
  const aheads: { readonly isNegative: boolean; readonly tree: Tree }[] = [];
  let at = 1;
  while (tokens[0] === '^' && isAhead(tokens[at])) {
    const end = endOfGroup(tokens, at);
    const tree = treeOfTokens(anchored(tokens.slice(at + 1, end)));
    aheads.push({ isNegative: tokens[at] === '(?!', tree });
    at = end + 1;
  }
  const rest = aheads.length === 0 ? tokens : ['^', ...tokens.slice(at)];
  if (aheads.length > 0 && anchored(rest).length > rest.length + 1)
    throw new Error('looks ahead in one of several');
  return {
    all: [...aheads.filter(({ isNegative }) => !isNegative).map(({ tree }) => tree), treeOfTokens(rest)],
    none: aheads.filter(({ isNegative }) => isNegative).map(({ tree }) => tree),
  };
}

function isAhead(token: string | undefined): boolean {
  return token === '(?=' || token === '(?!';
}

function endOfGroup(tokens: readonly string[], start: number): number {
  let depth = 0;
  return tokens.findIndex((token, index) => {
    if (index < start) return false;
    depth += depthOf(token);
    return depth === 0;
  });
}

function depthOf(token: string): number {
  if (token === ')') return -1;
  return token.startsWith('(') ? 1 : 0;
}

/** What is looked for ahead starts where the text does, each of its alternatives. */
function anchored(tokens: readonly string[]): readonly string[] {
  let depth = 0;
  return [
    '^',
    ...tokens.flatMap((token) => {
      depth += depthOf(token);
      return token === '|' && depth === 0 ? [token, '^'] : [token];
    }),
  ];
}
