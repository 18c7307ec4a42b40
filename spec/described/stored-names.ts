/** What the description of a name in a path says about the names that are accepted, and which of them are different. */

/** "Two names that differ in one character are two notes." */
export function distinguishesCharacters(description: string): boolean {
  return EACH_CHARACTER_COUNTS.test(description);
}

const EACH_CHARACTER_COUNTS =
  /\bdiffer in (?:one|a single|any|a) (?:character|letter|byte|code point)\b|\bcompared (?:exactly|literally|byte by byte|character by character|code point by code point)\b|\b(?:not|never) normali[sz]ed\b|\b(?:no|without) (?:unicode )?normali[sz]ation\b/i;

/** Whether names that look the same may be the same name, as far as the description says. */
export function isComparedLoosely(description: string): boolean {
  return /case|accent|normali[sz]|ignor/i.test(description) && !distinguishesCharacters(description);
}

/** "Any text, also with slashes". */
export function allowsSlashes(description: string): boolean {
  return description
    .split(/[.;]/)
    .some(
      (part) =>
        /\b(?:with|contains?|containing|including|allows?|also|has|have) (?:\w+ )?slash(?:es)?\b|\bslashes (?:are allowed|included)\b/i.test(
          part,
        ) && !/\b(?:not?|never|without|except\w*|must|cannot|escaped|replaced)\b/i.test(part),
    );
}
