/** Text that is cut for a message. */

/** At most so many UTF-16 units, and no half of a character at the end: readers of JSON refuse text that holds one. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
