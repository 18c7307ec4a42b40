/** Numbers and names as people read them. */

/** `1 fault`, `2 faults` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `0.4 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

const MOST_LISTED = 5;

/** The first of many names, and how many there are more. */
export function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  const first = names.slice(0, MOST_LISTED).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
