/** Names of properties, parameters and resources in a form in which different spellings are equal. */
import { memoizeString } from '../memoize.ts';

/** `petId`, `pet_id` and `pet-id` are equal. */
export const normalizeName = memoizeString((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());

/** The same without digits, for names that are matched with English words: `line1` is `line`. */
export function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

/** `startsAt`, `starts_at` and `StartsAt`: starts, at. */
export function splitWords(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
