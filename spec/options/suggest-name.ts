/** Suggests the intended name for a misspelled one, from a list of candidates. */

/** Undefined if no candidate is within a third of the name's length: a wrong suggestion is worse than none. */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const given = name.slice(0, MAX_LENGTH).toLowerCase();
  const maxDistance = Math.ceil(given.length / 3);
  const [best] = candidates
    .map((one) => ({ one, distance: levenshteinDistance(given, one.slice(0, MAX_LENGTH).toLowerCase()) }))
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

/** In a short word one typo often makes another valid word. */
const MAX_SHORT_LENGTH = 4;

function normalizeLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Also counts two swapped letters. */
function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  if (levenshteinDistance(a, b) === 1) return true;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && `${a.slice(0, at)}${a[at + 1]}${a[at]}${a.slice(at + 2)}` === b;
}

/** The Levenshtein distance: letters inserted, deleted or replaced. */
function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const nextRow = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      nextRow.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (nextRow[j] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row.at(-1) ?? 0;
}
