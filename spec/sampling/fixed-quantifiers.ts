/** Regular expressions whose parts occur a fixed number of times, for texts of a certain length. */
import { endOfToken, quantifierAt } from './pattern-tokens.ts';

/** `.*[0-9a-f]{8}.*` → `.{0}[0-9a-f]{8}.{0}`: its shortest texts. */
export function withFewestRepetitions(source: string): string {
  return replaceQuantifiers(source, ({ min }) => min);
}

/** One pattern for each part that may occur more often than it must, where it occurs so many times more. */
export function withMoreRepetitions(source: string, more: number): readonly string[] {
  const open: number[] = [];
  replaceQuantifiers(source, ({ min, max }, index) => {
    if (max > min) open.push(index);
    return min;
  });
  return open.map((chosen) =>
    replaceQuantifiers(source, ({ min, max }, index) => (index === chosen ? Math.min(max, min + more) : min)),
  );
}

type ChooseCount = (quantifier: { readonly min: number; readonly max: number }, index: number) => number;

function replaceQuantifiers(source: string, chooseCount: ChooseCount): string {
  let replaced = '';
  let index = 0;
  for (let at = 0; at < source.length; ) {
    const quantifier = at === 0 ? undefined : quantifierAt(source, at);
    if (quantifier === undefined) {
      const end = endOfToken(source, at);
      replaced += source.slice(at, end);
      at = end;
    } else {
      replaced += `{${chooseCount(quantifier, index++)}}`;
      at += quantifier.text.length;
    }
  }
  return replaced;
}
