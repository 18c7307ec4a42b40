/** How each kind of value is made up. All of them are clearly fake: no address, number or secret belongs to anyone. */
import { encodeUtf8, toBase64 } from '../../platform/bytes.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { type Faker, REFERENCE_DATE } from './faker.ts';
import { placeholderFileUrl, placeholderUrl } from './image-url.ts';
import { fileTypes, placeholderFileSize } from './placeholder-file.ts';
import type { Subject } from './subject.ts';
import { asciiLetters, slug, twoWords } from './words.ts';

export interface Source {
  /** Seeded for this value. */
  readonly faker: Faker;
  /** The object that has the value. */
  readonly subject: Subject;
}

/** A date becomes a text or a number, as the schema requires. */
export type Generator = (source: Source) => Json | Date;

const REFERENCE_YEAR = new Date(REFERENCE_DATE).getUTCFullYear();
const DAY = 86_400_000;

export const generators = {
  firstName: ({ subject }) => subject.person().firstName,
  lastName: ({ subject }) => subject.person().lastName,
  fullName: ({ subject }) => `${subject.person().firstName} ${subject.person().lastName}`,
  initials: ({ subject }) => `${initial(subject.person().firstName)}${initial(subject.person().lastName)}`,
  email: ({ subject }) => `${accountName(subject, '.')}@example.com`,
  username: ({ subject }) => accountName(subject, '_'),
  phone: ({ faker }) => `+120255501${faker.string.numeric({ length: 2 })}`,
  jobTitle: ({ faker }) => faker.person.jobTitle(),
  department: ({ faker }) => faker.commerce.department(),
  gender: ({ faker }) => faker.person.sex(),
  age: ({ subject }) => REFERENCE_YEAR - subject.born().getUTCFullYear() - 1,
  birthDate: ({ subject }) => subject.born(),
  companyName: ({ faker }) => faker.company.name(),
  streetAddress: ({ faker }) => faker.location.streetAddress(),
  street: ({ faker }) => faker.location.street(),
  buildingNumber: ({ faker }) => faker.location.buildingNumber(),
  city: ({ faker }) => faker.location.city(),
  postalCode: ({ faker }) => faker.location.zipCode(),
  state: ({ faker }) => faker.location.state(),
  stateCode: ({ faker }) => faker.location.state({ abbreviated: true }),
  country: ({ subject }) => subject.country(),
  countryCode: ({ subject }) => subject.countryCode(),
  latitude: ({ faker }) => faker.location.latitude({ precision: 5 }),
  longitude: ({ faker }) => faker.location.longitude({ precision: 5 }),
  timezone: ({ faker }) => faker.location.timeZone(),
  locale: ({ faker }) => faker.helpers.arrayElement(['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP']),
  language: ({ faker }) => faker.helpers.arrayElement(['en', 'de', 'fr', 'es', 'ja']),
  productName: ({ faker }) => faker.commerce.productName(),
  productDescription: ({ faker }) => faker.commerce.productDescription(),
  category: ({ faker }) => faker.commerce.department(),
  tag: ({ faker }) => faker.commerce.productAdjective().toLowerCase(),
  petName: ({ faker }) => faker.animal.petName(),
  bookTitle: ({ faker }) => faker.book.title(),
  songName: ({ faker }) => faker.music.songName(),
  artist: ({ faker }) => faker.music.artist(),
  dish: ({ faker }) => faker.food.dish(),
  vehicle: ({ faker }) => faker.vehicle.vehicle(),
  title: ({ faker }) => capitalised(faker.company.catchPhrase()),
  words: ({ faker }) => capitalised(twoWords(faker)),
  word: ({ faker }) => faker.word.noun().toLowerCase(),
  sentence: ({ faker }) => sentence(faker),
  paragraph: ({ faker }) => [1, 2, 3].map(() => sentence(faker)).join(' '),
  slug: ({ faker }) => slug(twoWords(faker)),
  code: ({ faker }) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(4)}`,
  status: ({ faker }) => faker.helpers.arrayElement(['active', 'pending', 'archived']),
  role: ({ faker }) => faker.helpers.arrayElement(['member', 'editor', 'admin']),
  type: ({ faker }) => faker.helpers.arrayElement(['standard', 'basic', 'extended']),
  priority: ({ faker }) => faker.helpers.arrayElement(['low', 'medium', 'high']),
  url: ({ faker }) => `https://example.com/${slug(twoWords(faker))}`,
  path: ({ faker }) => `/${slug(twoWords(faker))}`,
  hostname: ({ faker }) => `${slug(faker.word.noun())}.example.com`,
  imageUrl: ({ faker }) => placeholderUrl(640, 480, twoWords(faker)),
  avatarUrl: ({ subject }) => {
    const { firstName, lastName } = subject.person();
    return placeholderUrl(200, 200, `${initial(firstName)}${initial(lastName)}`);
  },
  price: ({ faker }) => faker.number.int({ min: 499, max: 19_999 }) / 100,
  currency: ({ faker }) => faker.helpers.arrayElement(['EUR', 'USD', 'GBP', 'JPY', 'CHF']),
  quantity: ({ faker }) => faker.number.int({ min: 1, max: 20 }),
  count: ({ faker }) => faker.number.int({ min: 1, max: 250 }),
  rating: ({ faker }) => faker.number.int({ min: 30, max: 50 }) / 10,
  percentage: ({ faker }) => faker.number.int({ min: 5, max: 60 }),
  measure: ({ faker }) => faker.number.int({ min: 10, max: 1_000 }) / 10,
  year: ({ faker }) => faker.number.int({ min: 1990, max: 2025 }),
  position: ({ faker }) => faker.number.int({ min: 1, max: 10 }),
  seconds: ({ faker }) => faker.helpers.arrayElement([900, 1_800, 3_600]),
  minutes: ({ faker }) => faker.helpers.arrayElement([15, 30, 45, 60, 90]),
  sku: ({ faker }) => `SKU-${faker.string.numeric({ length: 6, allowLeadingZeros: false })}`,
  isbn: ({ faker }) => faker.commerce.isbn(),
  barcode: ({ faker }) => faker.commerce.upc(),
  colour: ({ faker }) => faker.color.human(),
  hexColour: ({ faker }) => faker.color.rgb(),
  created: ({ subject }) => subject.created(),
  updated: ({ subject }) => later(subject.created(), 1 + varied(subject, 28)),
  ended: ({ subject }) => later(subject.created(), 30 + varied(subject, 30)),
  expires: ({ subject }) => later(subject.created(), 365),
  time: ({ faker }) => {
    const time = faker.date.recent({ days: 90 });
    time.setUTCSeconds(0, 0);
    return time;
  },
  token: ({ faker }) => `fake-${faker.string.alphanumeric({ length: 24 })}`,
  tokenType: () => 'Bearer',
  password: ({ faker }) => `Fake-${faker.string.alphanumeric({ length: 10 })}-1`,
  hash: ({ faker }) => faker.string.hexadecimal({ length: 40, casing: 'lower', prefix: '' }),
  uuid: ({ faker }) => faker.string.uuid(),
  id: ({ faker }) => faker.string.alphanumeric({ length: 12, casing: 'lower' }),
  ip: ({ faker }) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`,
  ipv6: ({ faker }) => `2001:db8::${faker.number.int({ min: 1, max: 0xffff }).toString(16)}`,
  mac: ({ faker }) => faker.internet.mac(),
  userAgent: ({ faker }) => faker.internet.userAgent(),
  fileName: ({ subject }) => subject.file().name,
  fileUrl: ({ subject }) => placeholderFileUrl(subject.file().name),
  filePath: ({ faker }) => `/files/${slug(twoWords(faker))}.pdf`,
  mimeType: ({ subject }) => fileTypes[subject.file().extension],
  fileSize: ({ subject }) => placeholderFileSize(subject.file().extension),
  version: ({ faker }) => faker.system.semver(),
  iban: ({ faker }) => faker.finance.iban({ formatted: false, countryCode: 'DE' }),
  bic: ({ faker }) => faker.finance.bic(),
  cardNumber: () => '4242424242424242',
  cvc: ({ faker }) => faker.string.numeric(3),
  accountNumber: ({ faker }) => faker.string.numeric({ length: 10, allowLeadingZeros: false }),
  base64: ({ faker }) => toBase64(encodeUtf8(faker.word.noun())),
  number: ({ faker }) => faker.number.int({ min: 1, max: 100 }),
} as const satisfies Readonly<Record<string, Generator>>;

export type GeneratorName = keyof typeof generators;

/** Not half of a character: a client may have sent the name. */
function initial(name: string): string {
  return [...name][0] ?? '';
}

function later(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY);
}

/** A number below `limit`. Of a subject only, because its parts have other seeds than the value. */
function varied(subject: Subject, limit: number): number {
  return Math.floor(subject.created().getTime() / 60_000) % limit;
}

/** Faker's other sentences are Latin. */
function sentence(faker: Faker): string {
  return `${capitalised(faker.company.buzzPhrase())}.`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function accountName(subject: Subject, separator: string): string {
  const { firstName, lastName } = subject.person();
  const parts = [firstName, lastName].map((part) => asciiLetters(part)).filter((part) => part !== '');
  return parts.length === 0 ? 'someone' : parts.join(separator);
}
