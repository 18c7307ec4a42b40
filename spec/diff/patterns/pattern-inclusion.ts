/** Decides whether one pattern matches everything that another one matches, by derivatives (Brzozowski 1964). */
import { spendSteps } from '../step-budget.ts';
import type { Ranges } from './character-sets.ts';
import { type Language, toLanguage } from './pattern-language.ts';
import { alternatives, empty, never, type PatternTree, repeat, sequence, treeKey } from './pattern-tree.ts';

/** Beyond these limits the decision would take too long. */
const MAX_PAIRS = 3_000;
const MAX_KEY_LENGTH = 20_000;
/** Total length of all tree keys. */
const MAX_CHARACTERS = 500_000;
const CHARACTERS_PER_STEP = 100;

/** Minimum and maximum length of matching strings, in code points as in JSON Schema. */
export function patternLengths(pattern: RegExp): { readonly min: number; readonly max: number } {
  const all = (toLanguage(pattern)?.all ?? []).map(treeLengths);
  return {
    min: Math.max(0, ...all.map(({ min }) => min)),
    max: Math.min(Infinity, ...all.map(({ max }) => max)),
  };
}

function treeLengths(tree: PatternTree): { readonly min: number; readonly max: number } {
  if (tree.kind === 'characters') return { min: 1, max: 1 };
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

interface InclusionState {
  readonly outer: Language;
  readonly inner: Language;
  readonly text: string;
}

/** Returns a shortest string in the inner language and not in the outer; undefined if undecided. */
export function findStringOutside(outer: Language, inner: Language): { readonly text: string } | 'none' | undefined {
  const seen = new Set<string>();
  const queue: InclusionState[] = [{ outer, inner, text: '' }];
  let characters = 0;
  for (const state of queue) {
    if (state.inner.all.includes(never)) continue;
    if (languageAcceptsEmpty(state.inner) && !languageAcceptsEmpty(state.outer)) return { text: state.text };
    const trees = [state.outer, state.inner].flatMap(allTrees);
    const length = trees.reduce((sum, tree) => sum + treeKey(tree).length, 0);
    const nextCharacters = representatives(trees.flatMap(firstSets));
    characters += length * nextCharacters.size;
    if (queue.length > MAX_PAIRS || length > MAX_KEY_LENGTH || characters > MAX_CHARACTERS) return undefined;
    spendSteps((length * nextCharacters.size) / CHARACTERS_PER_STEP);
    for (const character of nextCharacters) {
      const next = deriveState(state, character);
      const key = [next.outer, next.inner].flatMap(allTrees).map(treeKey).join('\n');
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
  return 'none';
}

function allTrees({ all, none }: Language): readonly PatternTree[] {
  return [...all, ...none];
}

function languageAcceptsEmpty({ all, none }: Language): boolean {
  return all.every(acceptsEmpty) && !none.some(acceptsEmpty);
}

function deriveState({ outer, inner, text }: InclusionState, character: number): InclusionState {
  const deriveLanguage = ({ all, none }: Language): Language => ({
    all: all.map((tree) => derive(tree, character)),
    none: none.map((tree) => derive(tree, character)),
  });
  return {
    outer: deriveLanguage(outer),
    inner: deriveLanguage(inner),
    text: text + String.fromCodePoint(character),
  };
}

function acceptsEmpty(tree: PatternTree): boolean {
  if (tree.kind === 'sequence') return acceptsEmpty(tree.first) && acceptsEmpty(tree.then);
  if (tree.kind === 'either') return tree.options.some(acceptsEmpty);
  if (tree.kind === 'repeat') return tree.min === 0 || acceptsEmpty(tree.of);
  return tree.kind === 'empty';
}

/** Returns the tree that the rest of the string must match after the character. */
function derive(tree: PatternTree, character: number): PatternTree {
  if (tree.kind === 'characters')
    return tree.of.some(([from, to]) => from <= character && character <= to) ? empty : never;
  if (tree.kind === 'either') return alternatives(tree.options.map((option) => derive(option, character)));
  if (tree.kind === 'sequence') {
    const first = sequence(derive(tree.first, character), tree.then);
    return acceptsEmpty(tree.first) ? alternatives([first, derive(tree.then, character)]) : first;
  }
  if (tree.kind !== 'repeat') return never;
  const rest = repeat(tree.of, Math.max(0, tree.min - 1), tree.max - 1);
  return sequence(derive(tree.of, character), rest);
}

/** The character sets that may match the next character. */
function firstSets(tree: PatternTree): readonly Ranges[] {
  if (tree.kind === 'characters') return [tree.of];
  if (tree.kind === 'either') return tree.options.flatMap(firstSets);
  if (tree.kind === 'repeat') return firstSets(tree.of);
  if (tree.kind !== 'sequence') return [];
  return acceptsEmpty(tree.first) ? [...firstSets(tree.first), ...firstSets(tree.then)] : firstSets(tree.first);
}

/** Returns one character for each combination of sets that contain it. */
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
