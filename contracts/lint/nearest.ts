/** The name that was probably meant: the same letters in other writing, or one slip away. */
export function nearestOf(word: string, names: readonly string[]): string | undefined {
  const bare = lettersOf(word);
  return (
    names.find((name) => lettersOf(name) === bare) ??
    names.find((name) => name.length > 4 && isOneSlip(bare, lettersOf(name)))
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** One character more, less or other, or two exchanged. */
function isOneSlip(a: string, b: string): boolean {
  const start = sameStart(a, b);
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA === restB || Math.abs(a.length - b.length) > 1) return false;
  const isOther = restA.slice(1) === restB.slice(1);
  const isExchanged = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isOther || isExchanged || restA.slice(1) === restB || restA === restB.slice(1);
}

function sameStart(a: string, b: string): number {
  const index = [...a].findIndex((character, at) => character !== b[at]);
  return index === -1 ? a.length : index;
}
