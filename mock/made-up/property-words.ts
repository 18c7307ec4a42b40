/** The words of a property name in any spelling: `postalCode`, `postal_code` and `PostalCodes` are `postal`, `code`. */
import { memoizeString } from '../../spec/memoize.ts';

/** In lower case; the last one is singular. */
export const propertyWords = memoizeString((name: string): readonly string[] => {
  const words = name
    // `imageURLs`
    .replace(/(?<=\p{Lu})s$/u, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const last = words.at(-1);
  return last === undefined ? words : [...words.slice(0, -1), singular(last)];
});

function singular(word: string): string {
  if (/(?:photo|logo|video|todo|repo|memo)s$/.test(word)) return word.slice(0, -1);
  if (word.length < 4 || /(?:ss|us|is|os)$/.test(word) || unchangedWords.has(word)) return word;
  if (word === 'people') return 'person';
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz|us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const unchangedWords: ReadonlySet<string> = new Set(['series', 'species', 'gps', 'sms', 'dns', 'https', 'news']);

/**
 * The key of the values of a schema: responses about one record have the same values, although some of their schemas
 * are written for each operation. The operations of `/pages` and `/pages/{slug}` are about the same records.
 */
export function valueKey(pointer: string): string {
  const path = /^#?\/paths\/([^/]+)\//.exec(pointer)?.[1];
  return path === undefined || componentName(pointer) !== undefined ? pointer : path.replace(/(?:~1\{[^{}]*\})$/, '');
}

/** The name of the component that a schema is, from its place in the document: `User` of `#/components/schemas/User`. */
export function componentName(pointer: string): string | undefined {
  return /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(pointer)?.[1];
}
