/** Names of properties that stand for all that have the same patterns. */

import { drawn } from '../patterns/pattern-texts.ts';
import type { ObjectDemands } from './demands.ts';

export interface PatternName {
  readonly source: string;
  /** Undefined where none can be drawn. */
  readonly name: string | undefined;
}

const MOST_DRAWN = 40;

/** Names that are declared are left out: they are compared by themselves. */
export function patternNames(
  sides: readonly ObjectDemands[],
  declared: ReadonlySet<string>,
): readonly PatternName[] {
  const all = sides.flatMap(({ shapes }) => shapes.flatMap(({ patterns }) => patterns));
  const patterns = [...new Map(all.map(({ pattern }) => [pattern.source, pattern])).values()];
  const seen = new Set<string>();
  return patterns.flatMap((pattern): readonly PatternName[] => {
    const names = drawn(pattern)
      .slice(0, MOST_DRAWN)
      .filter((name) => !declared.has(name));
    if (names.length === 0) return [{ source: pattern.source, name: undefined }];
    return names.flatMap((name) => {
      const kind = patterns.map((one) => Number(one.test(name))).join('');
      if (seen.has(kind)) return [];
      seen.add(kind);
      return [{ source: pattern.source, name }];
    });
  });
}
