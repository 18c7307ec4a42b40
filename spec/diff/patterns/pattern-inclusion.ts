/** Whether one pattern allows all that another one allows, by their derivatives (Brzozowski 1964). */
import { spend } from '../effort.ts';
import { type Language, languageOf } from './pattern-language.ts';
import type { Ranges } from './pattern-sets.ts';
import { either, empty, keyOf, never, repeat, sequence, type Tree } from './pattern-tree.ts';

/** Beyond it takes too long. */
const MOST_PAIRS = 3_000;
const LONGEST_KEY = 20_000;
/** Characters of the keys of all of them together. */
const MOST_CHARACTERS = 500_000;
const CHARACTERS_A_STEP = 100;

/** Characters of the shortest and the longest text that may match; code points, as JSON Schema counts. */
export function lengthsOf(pattern: RegExp): { readonly min: number; readonly max: number } {
  const all = (languageOf(pattern)?.all ?? []).map(treeLengths);
  return {
    min: Math.max(0, ...all.map(({ min }) => min)),
    max: Math.min(Infinity, ...all.map(({ max }) => max)),
  };
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

interface Step {
  readonly outer: Language;
  readonly inner: Language;
  readonly text: string;
}

/** One of the shortest texts that are of the inner language and not of the outer; undefined where that is not decided. */
export function textBeyond(outer: Language, inner: Language): { readonly text: string } | 'none' | undefined {
  const seen = new Set<string>();
  const waiting: Step[] = [{ outer, inner, text: '' }];
  let characters = 0;
  for (const step of waiting) {
    if (step.inner.all.includes(never)) continue;
    if (hasEmpty(step.inner) && !hasEmpty(step.outer)) return { text: step.text };
    const trees = [step.outer, step.inner].flatMap(treesOf);
    const length = trees.reduce((sum, tree) => sum + keyOf(tree).length, 0);
    const nexts = representatives(trees.flatMap(firstSets));
    characters += length * nexts.size;
    if (waiting.length > MOST_PAIRS || length > LONGEST_KEY || characters > MOST_CHARACTERS) return undefined;
    spend((length * nexts.size) / CHARACTERS_A_STEP);
    for (const character of nexts) {
      const next = stepOn(step, character);
      const key = [next.outer, next.inner].flatMap(treesOf).map(keyOf).join('\n');
      if (!seen.has(key)) waiting.push(next);
      seen.add(key);
    }
  }
  return 'none';
}

function treesOf({ all, none }: Language): readonly Tree[] {
  return [...all, ...none];
}

function hasEmpty({ all, none }: Language): boolean {
  return all.every(acceptsEmpty) && !none.some(acceptsEmpty);
}

function stepOn({ outer, inner, text }: Step, character: number): Step {
  const on = ({ all, none }: Language): Language => ({
    all: all.map((tree) => derive(tree, character)),
    none: none.map((tree) => derive(tree, character)),
  });
  return { outer: on(outer), inner: on(inner), text: text + String.fromCodePoint(character) };
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
