/** What the values of one object are about: the same person, place and time for all of them. */
import type { Faker } from './faker.ts';
import { givenPerson, type Person } from './given-person.ts';
import { extensionOf, type FileExtension } from './placeholder-file.ts';
import { slug, twoWords } from './words.ts';

export interface NamedFile {
  readonly name: string;
  readonly extension: FileExtension;
}

export interface Subject {
  readonly person: () => Person;
  /** ISO 3166-1, in upper case; the one of the locale, so that it fits the city. */
  readonly countryCode: () => string;
  /** In the language of the locale. */
  readonly country: () => string;
  readonly born: () => Date;
  /** When it began to exist. */
  readonly created: () => Date;
  /** The one that the object describes: its name, type and address agree. */
  readonly file: () => NamedFile;
}

export interface SubjectOptions {
  readonly faker: Faker;
  readonly locale: string;
  /** Seeds Faker with a text; the subject draws each part after a seed of its own. */
  readonly seed: (part: string) => void;
  /** Declared values of the object, by the words of their names, joined. */
  readonly given: ReadonlyMap<string, string>;
}

export function createSubject({ faker, locale, seed, given }: SubjectOptions): Subject {
  const draw = <T>(part: string, make: () => T): (() => T) => {
    let drawn: { readonly value: T } | undefined;
    return () => {
      if (drawn !== undefined) return drawn.value;
      seed(part);
      drawn = { value: make() };
      return drawn.value;
    };
  };
  const countryCode = draw('country', () => given.get('countrycode')?.toUpperCase() ?? localeCountry(locale));
  return {
    person: draw('person', () => givenPerson(given, faker)),
    countryCode,
    country: () => new Intl.DisplayNames([validTag(locale), 'en'], { type: 'region' }).of(countryCode()) ?? '',
    born: draw('born', () => givenBirth(given) ?? faker.date.birthdate({ mode: 'age', min: 18, max: 80 })),
    created: draw('created', () => {
      const time = faker.date.past({ years: 1 });
      time.setUTCSeconds(0, 0);
      return time;
    }),
    file: draw('file', () => givenFile(given) ?? drawFile(faker)),
  };
}

function givenFile(given: ReadonlyMap<string, string>): NamedFile | undefined {
  const name = given.get('filename') ?? '';
  const extension = extensionOf(name);
  return extension && { name, extension };
}

function drawFile(faker: Faker): NamedFile {
  const extension = faker.helpers.arrayElement(['pdf', 'png', 'txt'] as const);
  return { name: `${slug(twoWords(faker))}.${extension}`, extension };
}

function givenBirth(given: ReadonlyMap<string, string>): Date | undefined {
  const time = new Date(given.get('birthdate') ?? given.get('dateofbirth') ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The country whose cities Faker has for the locale: `CH` for `de_CH`, `DE` for `de`. */
function localeCountry(locale: string): string {
  const region = new Intl.Locale(validTag(locale)).maximize().region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : 'US';
}

/** Some names of Faker are no language tags, such as `sr_RS_latin`. */
function validTag(locale: string): string {
  const [language = 'en', region = ''] = locale.split('_');
  return /^[A-Z]{2}$/.test(region) ? `${language}-${region}` : language;
}
