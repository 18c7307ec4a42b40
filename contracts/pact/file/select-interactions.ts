/** Reduces pacts to some of their interactions; every byte of these and of the text around them is kept. */
import { isNode, isSeq, parseDocument } from 'yaml';
import { KitError } from '../../../errors.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import type { Interaction } from './interaction.ts';
import type { PactFile } from './pact-file.ts';

/**
 * Selects the interactions with exactly this description or, for `#N`, the Nth of each pact; pacts without a match are
 * left out. Throws `option-invalid` with a list of all interactions if nothing matches.
 */
export function selectInteractions(pacts: readonly PactFile[], selector: string): readonly PactFile[] {
  const found = pacts
    .map((pact) => ({ pact, kept: matchingInteractions(pact, selector) }))
    .filter(({ kept }) => kept.length > 0);
  if (found.length > 0) return found.map(({ pact, kept }) => keepInteractions(pact, kept));
  const available = pacts.flatMap(({ file, interactions }) => [
    file,
    ...interactions.map(({ description }, index) => `  #${index + 1} ${description}`),
  ]);
  const detail = `--only ${JSON.stringify(selector)}: no interaction has this description; there are`;
  throw new KitError('option-invalid', [detail, ...available].join('\n'), {
    fix: 'Give a complete description, or the number of an interaction, such as "#1".',
  });
}

/** The description is compared first, because it may look like a number. */
function matchingInteractions({ interactions }: PactFile, selector: string): readonly Interaction[] {
  const named = interactions.filter(({ description }) => description === selector);
  return named.length > 0 ? named : interactions.filter(({ index }) => `#${index + 1}` === selector);
}

/** The same pact with only these interactions. They are numbered again but keep their places in the file. */
export function keepInteractions(pact: PactFile, kept: readonly Interaction[]): PactFile {
  const indexes = new Set(kept.map(({ index }) => index));
  const raw = pact.value.interactions;
  const items = isJsonArray(raw) ? raw : [];
  return {
    ...pact,
    text: removeInteractions(pact.text, indexes),
    value: { ...pact.value, interactions: items.filter((_item, index) => indexes.has(index)) },
    interactions: pact.interactions
      .filter(({ index }) => indexes.has(index))
      .map((interaction, index) => ({ ...interaction, index })),
  };
}

/** Keeps the line breaks of removed interactions, so that line numbers stay the same. */
function removeInteractions(text: string, kept: ReadonlySet<number>): string {
  const list: unknown = parseDocument(text, { uniqueKeys: false }).get('interactions', true);
  if (!isSeq(list)) throw new Error('the interactions of a pact are not an array');
  const ranges = list.items.map((item) => (isNode(item) ? item.range : undefined) ?? [0, 0, 0]);
  const firstKeptIndex = ranges.findIndex((_range, index) => kept.has(index));
  const pieces = ranges.map(([start, end], index) => {
    const before = text.slice(ranges[index - 1]?.[1] ?? start, start);
    const item = text.slice(start, end);
    const isKept = kept.has(index);
    const between = isKept && index !== firstKeptIndex ? before : before.replace(',', '');
    return between + (isKept ? item : item.replaceAll(/[^\r\n]/g, ''));
  });
  const [first, last] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0];
  return text.slice(0, first) + pieces.join('') + text.slice(last);
}
