/** Texts that several kinds of values are made of. */
import type { Faker } from './faker.ts';

export function twoWords(faker: Faker): string {
  return `${faker.commerce.productAdjective()} ${faker.word.noun()}`.toLowerCase();
}

export function slug(text: string): string {
  const words = text.split(/\s+/).map(asciiLetters);
  return words.filter((word) => word !== '').join('-') || 'page';
}

/** `Jürgen` is `jurgen`; other scripts have no letters here. */
export function asciiLetters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}
