/** A regular expression as a tree, as far as it is one in the strict sense: no look-arounds, no back-references. */
import { any, type Ranges, setOf, token, unsupported } from './pattern-sets.ts';

export type Tree =
  | { readonly kind: 'never' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly of: Ranges }
  | { readonly kind: 'sequence'; readonly first: Tree; readonly then: Tree }
  | { readonly kind: 'either'; readonly options: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly of: Tree; readonly min: number; readonly max: number };

/** More would take long to compare. */
const MOST_REPEATED = 1_000;

export const never: Tree = { kind: 'never' };
export const empty: Tree = { kind: 'empty' };
/** Of a text with anything before and after, as far as no anchor says otherwise. Throws for what is not told apart here. */
export function treeOfTokens(tokens: readonly string[]): Tree {
  const reader: Reader = { tokens, at: 0, depth: 0 };
  const tree = readEither(reader);
  if (reader.at < tokens.length) throw unsupported();
  return tree;
}

/** The pieces that a pattern is read in. */
export function tokensOf(source: string): readonly string[] {
  return [...source.matchAll(token)].map(([text]) => text);
}

/** Any characters, so many of them. */
export function anyText(min: number, max: number): Tree {
  return repeat({ kind: 'one', of: any }, min, max);
}

/** This text alone. */
export function exactly(text: string): Tree {
  const characters = [...text].map((one) => one.codePointAt(0) ?? 0);
  return characters.reduceRight<Tree>(
    (then, code) => sequence({ kind: 'one', of: [[code, code]] }, then),
    empty,
  );
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
}

function readEither(reader: Reader): Tree {
  const options = [readSequence(reader)];
  while (reader.tokens[reader.at] === '|') {
    reader.at++;
    options.push(readSequence(reader));
  }
  return either(options);
}

/** At the top a text may go before and after what is matched, unless it is anchored. */
function readSequence(reader: Reader): Tree {
  const parts: Tree[] = [];
  const isTop = reader.depth === 0;
  let isAnchored = false;
  if (isTop && reader.tokens[reader.at] === '^') reader.at++;
  else if (isTop) parts.push(anyText(0, Infinity));
  for (let next = reader.tokens[reader.at]; !ends(next); next = reader.tokens[reader.at]) {
    if (next === '$' && isTop && ends(reader.tokens[reader.at + 1])) {
      reader.at++;
      isAnchored = true;
      break;
    }
    parts.push(readRepeated(reader));
  }
  if (isTop && !isAnchored) parts.push(anyText(0, Infinity));
  return parts.reduceRight<Tree>((then, first) => sequence(first, then), empty);
}

function ends(text: string | undefined): boolean {
  return text === undefined || text === '|' || text === ')';
}

function readRepeated(reader: Reader): Tree {
  let atom = readAtom(reader);
  for (;;) {
    const limits = limitsOf(reader.tokens[reader.at] ?? '');
    if (limits === undefined) return atom;
    reader.at++;
    if (reader.tokens[reader.at] === '?') reader.at++;
    atom = repeat(atom, limits[0], limits[1]);
  }
}

function limitsOf(text: string): readonly [number, number] | undefined {
  if (text === '*') return [0, Infinity];
  if (text === '+') return [1, Infinity];
  if (text === '?') return [0, 1];
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (min === undefined) return undefined;
  const most = comma === '' ? Number(min) : max === '' ? Infinity : Number(max);
  if (Number(min) > MOST_REPEATED || (most !== Infinity && most > MOST_REPEATED)) throw unsupported();
  return [Number(min), most];
}

function readAtom(reader: Reader): Tree {
  const text = reader.tokens[reader.at++] ?? '';
  if (text === '(' || text === '(?:' || /^\(\?<[A-Za-z_]/.test(text)) return readGroup(reader);
  if (/^(?:\(\?|[$^*+?){}\]])/.test(text)) throw unsupported();
  return { kind: 'one', of: setOf(text) };
}

function readGroup(reader: Reader): Tree {
  reader.depth++;
  const inside = readEither(reader);
  reader.depth--;
  if (reader.tokens[reader.at++] !== ')') throw unsupported();
  return inside;
}

export function sequence(first: Tree, then: Tree): Tree {
  if (first.kind === 'never' || then.kind === 'never') return never;
  if (first.kind === 'empty') return then;
  if (then.kind === 'empty') return first;
  if (first.kind === 'sequence') return sequence(first.first, sequence(first.then, then));
  return { kind: 'sequence', first, then };
}

export function either(options: readonly Tree[]): Tree {
  const all = options.flatMap((option) => (option.kind === 'either' ? option.options : [option]));
  const distinct = new Map(
    all.filter(({ kind }) => kind !== 'never').map((option) => [keyOf(option), option]),
  );
  const [first, ...others] = [...distinct]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, option]) => option);
  if (first === undefined) return never;
  return others.length === 0 ? first : { kind: 'either', options: [first, ...others] };
}

export function repeat(of: Tree, min: number, max: number): Tree {
  if (max === 0 || of.kind === 'empty') return empty;
  return min === 1 && max === 1 ? of : { kind: 'repeat', of, min, max };
}

/** The same for the same tree. */
export function keyOf(tree: Tree): string {
  const known = keys.get(tree) ?? makeKey(tree);
  keys.set(tree, known);
  return known;
}

const keys = new WeakMap<Tree, string>();

function makeKey(tree: Tree): string {
  if (tree.kind === 'one') return `[${tree.of.join(';')}]`;
  if (tree.kind === 'sequence') return `${keyOf(tree.first)}${keyOf(tree.then)}`;
  if (tree.kind === 'either') return `(${tree.options.map(keyOf).join('|')})`;
  if (tree.kind === 'repeat') return `(${keyOf(tree.of)}){${tree.min},${tree.max}}`;
  return tree.kind === 'never' ? '!' : '';
}
