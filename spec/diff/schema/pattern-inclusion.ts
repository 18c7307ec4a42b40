/** Whether one pattern allows all that another one allows, by their derivatives (Brzozowski 1964). */
import {
  either,
  empty,
  keyOf,
  never,
  type Ranges,
  repeat,
  sequence,
  type Tree,
  treeOf,
} from './pattern-tree.ts';

/** Beyond it takes too long. */
const MOST_PAIRS = 3_000;
const LONGEST_KEY = 20_000;

/** Undefined where that cannot be decided. */
export function includesPattern(outer: RegExp, inner: RegExp): boolean | undefined {
  const text = textBeyond(outer, inner);
  return text === undefined ? undefined : text === 'none';
}

/** One of the shortest texts that the inner pattern matches and the outer does not; undefined where that is not decided. */
export function textBeyond(outer: RegExp, inner: RegExp): { readonly text: string } | 'none' | undefined {
  if (outer.source === inner.source) return 'none';
  const [big, small] = [treeOf(outer), treeOf(inner)];
  return big === undefined || small === undefined ? undefined : findBeyond(big, small);
}

/** Characters of the shortest and the longest text that matches; code points, as JSON Schema counts. */
export function lengthsOf(pattern: RegExp): { readonly min: number; readonly max: number } {
  const tree = treeOf(pattern);
  return tree === undefined ? { min: 0, max: Infinity } : treeLengths(tree);
}

function treeLengths(tree: Tree): { readonly min: number; readonly max: number } {
  if (tree.kind === 'one') return { min: 1, max: 1 };
  if (tree.kind === 'sequence') {
    const [a, b] = [treeLengths(tree.first), treeLengths(tree.then)];
    return { min: a.min + b.min, max: a.max + b.max };
  }
  if (tree.kind === 'either') {
    const all = tree.options.map(treeLengths);
    return { min: Math.min(...all.map(({ min }) => min)), max: Math.max(...all.map(({ max }) => max)) };
  }
  if (tree.kind !== 'repeat') return { min: 0, max: 0 };
  const { min, max } = treeLengths(tree.of);
  return { min: min * tree.min, max: max === 0 ? 0 : max * tree.max };
}

function findBeyond(outer: Tree, inner: Tree): { readonly text: string } | 'none' | undefined {
  const seen = new Set<string>();
  const waiting: (readonly [Tree, Tree, string])[] = [[outer, inner, '']];
  for (const [big, small, text] of waiting) {
    if (small.kind === 'never') continue;
    if (acceptsEmpty(small) && !acceptsEmpty(big)) return { text };
    if (waiting.length > MOST_PAIRS || keyOf(big).length + keyOf(small).length > LONGEST_KEY)
      return undefined;
    for (const character of representatives([...firstSets(big), ...firstSets(small)])) {
      const next = [derive(big, character), derive(small, character)] as const;
      const key = next.map(keyOf).join('\n');
      if (!seen.has(key)) waiting.push([...next, text + String.fromCodePoint(character)]);
      seen.add(key);
    }
  }
  return 'none';
}

function acceptsEmpty(tree: Tree): boolean {
  if (tree.kind === 'sequence') return acceptsEmpty(tree.first) && acceptsEmpty(tree.then);
  if (tree.kind === 'either') return tree.options.some(acceptsEmpty);
  if (tree.kind === 'repeat') return tree.min === 0 || acceptsEmpty(tree.of);
  return tree.kind === 'empty';
}

/** What is left to match after the character. */
function derive(tree: Tree, character: number): Tree {
  if (tree.kind === 'one')
    return tree.of.some(([from, to]) => from <= character && character <= to) ? empty : never;
  if (tree.kind === 'either') return either(tree.options.map((option) => derive(option, character)));
  if (tree.kind === 'sequence') {
    const first = sequence(derive(tree.first, character), tree.then);
    return acceptsEmpty(tree.first) ? either([first, derive(tree.then, character)]) : first;
  }
  if (tree.kind !== 'repeat') return never;
  const rest = repeat(tree.of, Math.max(0, tree.min - 1), tree.max - 1);
  return sequence(derive(tree.of, character), rest);
}

/** The sets that the next character is looked for in. */
function firstSets(tree: Tree): readonly Ranges[] {
  if (tree.kind === 'one') return [tree.of];
  if (tree.kind === 'either') return tree.options.flatMap(firstSets);
  if (tree.kind === 'repeat') return firstSets(tree.of);
  if (tree.kind !== 'sequence') return [];
  return acceptsEmpty(tree.first)
    ? [...firstSets(tree.first), ...firstSets(tree.then)]
    : firstSets(tree.first);
}

/** One character for each way in which the sets can hold it or not. */
function representatives(sets: readonly Ranges[]): ReadonlySet<number> {
  const edges = new Set([0]);
  for (const [from, to] of sets.flat()) edges.add(from).add(to + 1);
  edges.delete(0x110000);
  const byMembership = new Map<string, number>();
  for (const edge of edges) {
    const key = sets.map((set) => Number(set.some(([from, to]) => from <= edge && edge <= to))).join('');
    if (!byMembership.has(key)) byMembership.set(key, edge);
  }
  return new Set(byMembership.values());
}
