/** The sentences of a description, and the names in them. */

/** With the punctuation at their ends. A line break within a paragraph is a space, as in CommonMark. */
export function splitSentences(text: string): readonly string[] {
  return text
    .replaceAll(/(?<!\n)\n(?!\n|\s*[-*#|])/g, ' ')
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Without the punctuation at their ends. */
export function sentencesOf(text: string): readonly string[] {
  return splitSentences(text)
    .map((sentence) => sentence.replace(/[.!?;]+$/, ''))
    .filter((sentence) => sentence !== '');
}

/** Then a sentence says no more than when it applies. */
export const CONDITION =
  /\b(?:if|when(?! created)|while|until|unless|once|except\w*|otherwise|depend\w*|may|might|usually|typically|for example|e\.g)\b/i;

/** The only name that the words stand for: `unit price` or `unit prices` for `unitPrice`; undefined if there is none. */
export function findNamed(words: string, names: Iterable<string>): string | undefined {
  const forms = singularForms(normalizeWords(words));
  const found = [...names].filter((name) => forms.includes(normalizeWords(name)));
  const exact = found.filter((name) => normalizeWords(name) === forms[0]);
  const [only, ...others] = exact.length > 0 ? exact : found;
  return others.length === 0 ? only : undefined;
}

/** `line` for `lines`, and `lines` for `line`, which a sentence may write as `each line`. */
function singularForms(word: string): readonly string[] {
  return [word, word.replace(/ies$/, 'y'), word.replace(/s$/, ''), `${word}s`];
}

function normalizeWords(words: string): string {
  return words.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
