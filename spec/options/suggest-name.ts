/** Suggests the intended name for a misspelled one, from a list of candidates. */

/** ` (did you mean verify?)`, or the empty string. */
export function suggestionHint(name: string, candidates: readonly string[]): string {
  const suggestion = suggestName(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
}

/**
 * Undefined if no candidate is within a third of the name's length, or within four edits: a wrong suggestion is worse
 * than none.
 */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const given = name.slice(0, MAX_LENGTH).toLowerCase();
  const maxDistance = Math.min(Math.ceil(given.length / 3), MAX_DISTANCE);
  const [best] = candidates
    .map((one) => ({ one, distance: editDistance(given, one.slice(0, MAX_LENGTH).toLowerCase()) }))
    .filter((candidate) => candidate.distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

/**
 * For contexts where any other name may be intended: finds a candidate that differs only in case or punctuation, or by
 * one typo.
 */
export function findMisspelled(name: string, candidates: readonly string[]): string | undefined {
  const letters = normalizeLetters(name);
  return (
    candidates.find((one) => normalizeLetters(one) === letters) ??
    candidates.find((one) => one.length > MAX_SHORT_LENGTH && isOneTypo(letters, normalizeLetters(one)))
  );
}

const MAX_LENGTH = 60;

const MAX_DISTANCE = 4;

/** In a short word one typo often makes another valid word. */
const MAX_SHORT_LENGTH = 4;

function normalizeLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

function isOneTypo(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b) === 1;
}

/** The Damerau-Levenshtein distance: letters inserted, deleted or replaced, and neighbors swapped. */
export function editDistance(a: string, b: string): number {
  let [previous, row] = [[] as readonly number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (previous[j - 1] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [previous, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
