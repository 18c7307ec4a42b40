/** A name or text in another case: in capitals where it has none, else without; the same where it has no letters. */
export function otherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}
