/** Where secrets stand in a text. */

export interface SecretRange {
  readonly from: number;
  /** Behind the last character. */
  readonly to: number;
  /** What stands there, without escapes as far as they are known. */
  readonly values: readonly string[];
  /** What is shown in its place. */
  readonly shown: string;
}

/** Replaces each; where some overlap, nothing of any is left. */
export function withoutRanges(text: string, ranges: readonly SecretRange[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, shown } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) pieces.push(text.slice(end, from), shown);
    end = Math.max(end, to);
  }
  return [...pieces, text.slice(end)].join('');
}
