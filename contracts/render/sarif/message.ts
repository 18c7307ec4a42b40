/** Texts as SARIF 2.1.0 writes them. */

/** A SARIF message. */
export interface Message {
  readonly text: string;
}

/**
 * A text of others in a message: braces are doubled, since one alone is a placeholder (3.11.5), and what would be a link
 * is none any more (3.11.6): an implementation does not put links into a security page.
 */
export function messageOf(text: string): Message {
  const plain = shortened(text).replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
  return { text: plain === '' ? '-' : plain };
}

/** GitHub shows 1,024 characters of most texts. */
const MOST = 1000;

/** Well-formed, and not longer than anyone reads. */
export function shortened(text: string, most = MOST): string {
  const whole = text.toWellFormed();
  return whole.length > most ? `${whole.slice(0, most).toWellFormed()}...` : whole;
}
