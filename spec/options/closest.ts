/** The name that somebody meant who wrote another: in comes what was written and what there is, out goes one of these. */

/** Undefined where none is near, by a third of its letters: a wrong suggestion helps less than none. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, LONGEST).toLowerCase();
  const most = Math.ceil(given.length / 3);
  const [best] = known
    .map((one) => ({ one, distance: distance(given, one.slice(0, LONGEST).toLowerCase()) }))
    .filter((candidate) => candidate.distance <= most)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

/** Where any other name may be meant as it is: the same letters in other writing, or one slip away. */
export function misspelt(name: string, known: readonly string[]): string | undefined {
  const bare = lettersOf(name);
  return (
    known.find((one) => lettersOf(one) === bare) ??
    known.find((one) => one.length > SHORT && isOneSlip(bare, lettersOf(one)))
  );
}

const LONGEST = 60;

/** One slip makes another word of a short one. */
const SHORT = 4;

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Also where two letters were exchanged. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  if (distance(a, b) === 1) return true;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && `${a.slice(0, at)}${a[at + 1]}${a[at]}${a.slice(at + 2)}` === b;
}

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
