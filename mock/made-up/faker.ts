/**
 * The only module that loads Faker: one locale, when the first value is made up, because that takes longer than all
 * other modules of this folder together.
 */

import type { Faker } from '@faker-js/faker';
import { KitError } from '../../errors.ts';
import { filesBeside, requireFrom } from '../../platform/node-modules.ts';
import { withFastRandomizer } from './fast-randomizer.ts';

export type { Faker } from '@faker-js/faker';

/** Prism resolves it from its own place. */
export const FAKER_PACKAGE = '@faker-js/faker';

export const DEFAULT_LOCALE = 'en';

/** Times are relative to this one, so that the same seed gives the same values on every day. */
export const REFERENCE_DATE = '2026-01-01T00:00:00.000Z';

const loadedLocales = new Map<string, Faker>();

/** `locale` must be a known one. */
export function loadFaker(locale: string): Faker {
  const known = loadedLocales.get(locale);
  if (known !== undefined) return known;
  const { faker }: { readonly faker: Faker } = requireFrom(import.meta.url)(localeModule(locale));
  loadedLocales.set(locale, withFastRandomizer(faker));
  return faker;
}

/** A browser must have it before the first value, because it cannot load it synchronously. By default, the English one. */
export async function importFaker(given?: Faker): Promise<void> {
  const faker = given ?? (await import('@faker-js/faker/locale/en')).faker;
  loadedLocales.set(DEFAULT_LOCALE, withFastRandomizer(faker));
}

function localeModule(locale: string): string {
  return `${FAKER_PACKAGE}/locale/${locale}`;
}

/** Draws the same values after the same text. Other users of Faker in this process may have set another state. */
export function seedFaker(faker: Faker, text: string): Faker {
  faker.seed(hashText(text));
  faker.setDefaultRefDate(REFERENCE_DATE);
  return faker;
}

/** Accepts `pt-BR` for `pt_BR`. Throws `option-invalid` for an unknown locale. */
export function checkLocale(given: string): string {
  const name = given.replaceAll('-', '_').toLowerCase();
  const locales = availableLocales();
  const locale = locales.find((one) => one.toLowerCase() === name);
  if (locale !== undefined) return locale;
  throw new KitError(
    'option-invalid',
    `locale ${JSON.stringify(given.slice(0, 40))}: expected one of ${locales.join(', ')}`,
  );
}

function availableLocales(): readonly string[] {
  const names = filesBeside(localeModule(DEFAULT_LOCALE), import.meta.url).flatMap(
    (file) => /^(\w+)\.js$/.exec(file)?.[1] ?? [],
  );
  // `base` has no words. A browser has those that it imported.
  return [...new Set([...loadedLocales.keys(), ...names])].filter((name) => name !== 'base').sort();
}

/** 32-bit FNV-1a, as the seed of a Faker. */
export function hashText(text: string): number {
  let sum = 0x811c9dc5;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}
