/** The name that somebody meant who wrote another. */

/** Undefined where none is near: a wrong suggestion helps less than none. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, LONGEST).toLowerCase();
  const most = Math.ceil(given.length / 3);
  const [best] = known
    .map((one) => ({ one, distance: distance(given, one.slice(0, LONGEST).toLowerCase()) }))
    .filter((candidate) => candidate.distance <= most)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

const LONGEST = 60;

/** Of Levenshtein: letters put in, left out or changed. */
function distance(a: string, b: string): number {
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
