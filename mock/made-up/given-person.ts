/** The person that an object is about, as far as its given values show: `jane.fox@example.com` is Jane Fox. */
import type { Faker } from './faker.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** `given`: by the words of the names of properties, joined. What is not given is drawn. */
export function givenPerson(given: ReadonlyMap<string, string>, faker: Faker): Person {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  const [firstOfFull, ...restOfFull] = wordsOf(fullName(given) ?? '');
  const [firstOfAccount, lastOfAccount] = accountWords(given);
  return {
    firstName: given.get('firstname') ?? firstOfFull ?? firstOfAccount ?? firstName,
    lastName: given.get('lastname') ?? (restOfFull.length === 0 ? (lastOfAccount ?? lastName) : restOfFull.join(' ')),
  };
}

/** A `name` alone may be that of a product. */
function fullName(given: ReadonlyMap<string, string>): string | undefined {
  const isPerson = personalNames.some((name) => given.has(name));
  return given.get('fullname') ?? given.get('displayname') ?? (isPerson ? given.get('name') : undefined);
}

const personalNames = ['email', 'emailaddress', 'username', 'firstname', 'lastname'];

/** The first and the last name of an account; undefined where its name shows none. */
function accountWords(given: ReadonlyMap<string, string>): readonly (string | undefined)[] {
  for (const name of ['email', 'emailaddress', 'username', 'login']) {
    const [account = ''] = (given.get(name) ?? '').split(/[@+]/);
    const words = account.split(/[._-]+/).map((word) => word.replaceAll(/\d+$/g, ''));
    const areNames = words.length <= MAX_NAMES && words.every((word) => /^\p{L}{2,20}$/u.test(word));
    if (areNames && !words.some((word) => generalAccounts.has(word.toLowerCase()))) {
      const [first = '', ...rest] = words.map(capitalised);
      return [first, rest.length === 0 ? undefined : rest.join(' ')];
    }
  }
  return [];
}

const MAX_NAMES = 3;

/** Of no person in particular. */
const generalAccounts: ReadonlySet<string> = new Set(
  'admin user someone anyone name email mail info test tester example sample support help hello contact sales office team string account customer guest root system service demo me you my'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
