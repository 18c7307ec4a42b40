/** Percent-encoding, which halves of characters cannot have: `encodeURIComponent` throws where a document has one. */

/** As a part of a path or query; half a character becomes U+FFFD. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
