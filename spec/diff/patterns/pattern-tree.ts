/** A strictly regular expression as a tree: without lookarounds and back-references. */
import { anyCharacter, type Ranges, toCharacterSet, tokenPattern, unsupportedPatternError } from './character-sets.ts';

export type PatternTree =
  | { readonly kind: 'never' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'characters'; readonly of: Ranges }
  | { readonly kind: 'sequence'; readonly first: PatternTree; readonly then: PatternTree }
  | { readonly kind: 'either'; readonly options: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly of: PatternTree; readonly min: number; readonly max: number };

/** More repetitions take too long to compare. */
const MAX_REPETITIONS = 1_000;

export const never: PatternTree = { kind: 'never' };
export const empty: PatternTree = { kind: 'empty' };
/** The tree also covers text before and after the match, unless anchored. Throws for unsupported syntax. */
export function parsePattern(tokens: readonly string[]): PatternTree {
  const reader: TokenReader = { tokens, position: 0, depth: 0 };
  const tree = readAlternatives(reader);
  if (reader.position < tokens.length) throw unsupportedPatternError();
  return tree;
}

/** Splits a pattern into tokens. */
export function tokenize(source: string): readonly string[] {
  return [...source.matchAll(tokenPattern)].map(([text]) => text);
}

/** Any string with a length between `min` and `max`. */
export function anyString(min: number, max: number): PatternTree {
  return repeat({ kind: 'characters', of: anyCharacter }, min, max);
}

/** Exactly this string. */
export function literalString(text: string): PatternTree {
  const characters = [...text].map((one) => one.codePointAt(0) ?? 0);
  return characters.reduceRight<PatternTree>(
    (then, code) => sequence({ kind: 'characters', of: [[code, code]] }, then),
    empty,
  );
}

interface TokenReader {
  readonly tokens: readonly string[];
  position: number;
  depth: number;
}

function readAlternatives(reader: TokenReader): PatternTree {
  const options = [readSequence(reader)];
  while (reader.tokens[reader.position] === '|') {
    reader.position++;
    options.push(readSequence(reader));
  }
  return alternatives(options);
}

/** At the top level, text may precede and follow the match unless it is anchored. */
function readSequence(reader: TokenReader): PatternTree {
  const parts: PatternTree[] = [];
  const isTop = reader.depth === 0;
  let isAnchored = false;
  if (isTop && reader.tokens[reader.position] === '^') reader.position++;
  else if (isTop) parts.push(anyString(0, Infinity));
  for (let next = reader.tokens[reader.position]; !isSequenceEnd(next); next = reader.tokens[reader.position]) {
    if (next === '$' && isTop && isSequenceEnd(reader.tokens[reader.position + 1])) {
      reader.position++;
      isAnchored = true;
      break;
    }
    parts.push(readRepeated(reader));
  }
  if (isTop && !isAnchored) parts.push(anyString(0, Infinity));
  return parts.reduceRight<PatternTree>((then, first) => sequence(first, then), empty);
}

function isSequenceEnd(text: string | undefined): boolean {
  return text === undefined || text === '|' || text === ')';
}

function readRepeated(reader: TokenReader): PatternTree {
  let atom = readAtom(reader);
  for (;;) {
    const limits = parseQuantifier(reader.tokens[reader.position] ?? '');
    if (limits === undefined) return atom;
    reader.position++;
    if (reader.tokens[reader.position] === '?') reader.position++;
    atom = repeat(atom, limits[0], limits[1]);
  }
}

function parseQuantifier(text: string): readonly [number, number] | undefined {
  if (text === '*') return [0, Infinity];
  if (text === '+') return [1, Infinity];
  if (text === '?') return [0, 1];
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (min === undefined) return undefined;
  const maxCount = comma === '' ? Number(min) : max === '' ? Infinity : Number(max);
  if (Number(min) > MAX_REPETITIONS || (maxCount !== Infinity && maxCount > MAX_REPETITIONS))
    throw unsupportedPatternError();
  return [Number(min), maxCount];
}

function readAtom(reader: TokenReader): PatternTree {
  const text = reader.tokens[reader.position++] ?? '';
  if (text === '(' || text === '(?:' || /^\(\?<[A-Za-z_]/.test(text)) return readGroup(reader);
  if (/^(?:\(\?|[$^*+?){}\]])/.test(text)) throw unsupportedPatternError();
  return { kind: 'characters', of: toCharacterSet(text) };
}

function readGroup(reader: TokenReader): PatternTree {
  reader.depth++;
  const tree = readAlternatives(reader);
  reader.depth--;
  if (reader.tokens[reader.position++] !== ')') throw unsupportedPatternError();
  return tree;
}

export function sequence(first: PatternTree, then: PatternTree): PatternTree {
  if (first.kind === 'never' || then.kind === 'never') return never;
  if (first.kind === 'empty') return then;
  if (then.kind === 'empty') return first;
  if (first.kind === 'sequence') return sequence(first.first, sequence(first.then, then));
  return { kind: 'sequence', first, then };
}

export function alternatives(options: readonly PatternTree[]): PatternTree {
  const all = options.flatMap((option) => (option.kind === 'either' ? option.options : [option]));
  const distinct = new Map(all.filter(({ kind }) => kind !== 'never').map((option) => [treeKey(option), option]));
  const [first, ...others] = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, option]) => option);
  if (first === undefined) return never;
  return others.length === 0 ? first : { kind: 'either', options: [first, ...others] };
}

export function repeat(of: PatternTree, min: number, max: number): PatternTree {
  if (max === 0 || of.kind === 'empty') return empty;
  return min === 1 && max === 1 ? of : { kind: 'repeat', of, min, max };
}

/** Equal for equal trees. */
export function treeKey(tree: PatternTree): string {
  const cached = keyCache.get(tree) ?? computeKey(tree);
  keyCache.set(tree, cached);
  return cached;
}

const keyCache = new WeakMap<PatternTree, string>();

function computeKey(tree: PatternTree): string {
  if (tree.kind === 'characters') return `[${tree.of.join(';')}]`;
  if (tree.kind === 'sequence') return `${treeKey(tree.first)}${treeKey(tree.then)}`;
  if (tree.kind === 'either') return `(${tree.options.map(treeKey).join('|')})`;
  if (tree.kind === 'repeat') return `(${treeKey(tree.of)}){${tree.min},${tree.max}}`;
  return tree.kind === 'never' ? '!' : '';
}
