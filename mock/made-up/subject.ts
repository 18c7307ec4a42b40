/** What the values of one object are about: the same person, place and time for all of them. */
import type { Faker } from './faker.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
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
  };
}

function givenBirth(given: ReadonlyMap<string, string>): Date | undefined {
  const time = new Date(given.get('birthdate') ?? given.get('dateofbirth') ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function givenPerson(given: ReadonlyMap<string, string>, faker: Faker): Person {
  const [firstOfFull, ...restOfFull] = (given.get('fullname') ?? '').split(' ').filter((word) => word !== '');
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  return {
    firstName: given.get('firstname') ?? firstOfFull ?? firstName,
    lastName: given.get('lastname') ?? (restOfFull.length === 0 ? lastName : restOfFull.join(' ')),
  };
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
