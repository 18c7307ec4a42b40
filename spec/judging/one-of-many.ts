/** Whether a value is one of those listed, quickly for long lists too: codes of currencies, places, articles. */
import { canonicalText, type Json, sameJson, stringifyJson } from '../exact-json.ts';

/** To go through so many takes no longer than to look one up. */
const FEW = 20;

export function isListed(options: readonly Json[], value: Json): boolean {
  if (options.length <= FEW) return options.some((option) => sameJson(option, value));
  const texts = knownTexts.get(options) ?? new Set(options.map(canonicalText));
  knownTexts.set(options, texts);
  return texts.has(canonicalText(value));
}

/** All that are listed, in a row. */
export function listInWords(options: readonly Json[]): string {
  const words = knownWords.get(options) ?? options.map((option) => stringifyJson(option)).join(', ');
  knownWords.set(options, words);
  return words;
}

const knownTexts = new WeakMap<readonly Json[], ReadonlySet<string>>();
const knownWords = new WeakMap<readonly Json[], string>();
