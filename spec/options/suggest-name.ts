/** The name that somebody meant who wrote another: in comes what was written and what there is, out goes one of these. */

/** Undefined where none is near, by a third of its letters: a wrong suggestion helps less than none. */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const given = name.slice(0, MAX_LENGTH).toLowerCase();
  const maxDistance = Math.ceil(given.length / 3);
  const [best] = candidates
    .map((one) => ({ one, distance: levenshteinDistance(given, one.slice(0, MAX_LENGTH).toLowerCase()) }))
    .filter((candidate) => candidate.distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

/** Where any other name may be meant as it is: the same letters in other writing, or one slip away. */
export function findMisspelled(name: string, candidates: readonly string[]): string | undefined {
  const letters = normalizeLetters(name);
  return (
    candidates.find((one) => normalizeLetters(one) === letters) ??
    candidates.find((one) => one.length > MAX_SHORT_LENGTH && isOneTypo(letters, normalizeLetters(one)))
  );
}

const MAX_LENGTH = 60;

/** One slip makes another word of a short one. */
const MAX_SHORT_LENGTH = 4;

function normalizeLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Also where two letters were exchanged. */
function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  if (levenshteinDistance(a, b) === 1) return true;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && `${a.slice(0, at)}${a[at + 1]}${a[at]}${a.slice(at + 2)}` === b;
}

/** Of Levenshtein: letters put in, left out or changed. */
function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
