/** Numbers as people read them. */

/** `1 fault`, `2 faults` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `0.4 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
