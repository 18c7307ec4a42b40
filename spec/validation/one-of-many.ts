/** Whether a value is one of those listed, quickly for long lists too: codes of currencies, places, articles. */
import { canonicalText, type Json, sameJson, stringifyJson } from '../json/exact-json.ts';
import { remembered } from '../remembered.ts';

/** To go through so many takes no longer than to look one up. */
const FEW = 20;

export function isListed(options: readonly Json[], value: Json): boolean {
  if (options.length <= FEW) return options.some((option) => sameJson(option, value));
  return textsOf(options).has(canonicalText(value));
}

const textsOf = remembered((options: readonly Json[]) => new Set(options.map(canonicalText)));

/** All that are listed, in a row. */
export const listInWords = remembered((options: readonly Json[]) =>
  options.map((option) => stringifyJson(option)).join(', '),
);
