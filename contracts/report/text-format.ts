/** Formats numbers and names for people. */

/** `1 error`, `2 errors` */
export function pluralize(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `0.4 s` */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

const MAX_LISTED = 5;

/** The first few names, and the number of further ones. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  const first = names.slice(0, MAX_LISTED).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
