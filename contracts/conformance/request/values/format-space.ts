/** Distinct values of the formats of strings. */
import type { ValueSpace } from './distinct-texts.ts';
import { hashToUuid } from './fresh-value-source.ts';

/** Undefined for formats whose values need no special shape. */
export function formatSpace(format: string, example: string): ValueSpace | undefined {
  return formats.get(format)?.(example);
}

const LARGE = 2 ** 31 - 1;
const word = (index: number) => `w${index.toString(36)}`;
const appendWord = (example: string): ValueSpace => ({
  size: LARGE,
  valueAt: (index) => `${example}${/[/=]$/.test(example) ? '' : '/'}${word(index)}`,
});
const prependLabel = (example: string): ValueSpace => ({
  size: LARGE,
  valueAt: (index) => `${word(index)}.${example}`,
});
const email: ValueSpace = { size: LARGE, valueAt: (index) => `${word(index)}@example.com` };

/** From 2000 to 2060: years that implementations and databases accept. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAYS = 21_900;
const DAY_MS = 86_400_000;
const SECONDS = DAYS * 86_400;
const dateAt = (ms: number) => new Date(FIRST_DAY + ms).toISOString();

const formats: ReadonlyMap<string, (example: string) => ValueSpace> = new Map([
  ['date', () => ({ size: DAYS, valueAt: (index) => dateAt(index * DAY_MS).slice(0, 10) })],
  ['date-time', () => ({ size: SECONDS, valueAt: (index) => `${dateAt(index * 1000).slice(0, 19)}Z` })],
  ['time', () => ({ size: 86_400, valueAt: (index) => `${dateAt(index * 1000).slice(11, 19)}Z` })],
  ['duration', () => ({ size: LARGE, valueAt: (index) => `PT${index + 1}S` })],
  ['email', () => email],
  ['idn-email', () => email],
  ['hostname', prependLabel],
  ['idn-hostname', prependLabel],
  ['ipv4', () => ({ size: 2 ** 24, valueAt: (index) => `10.${index >>> 16}.${(index >>> 8) & 255}.${index & 255}` })],
  [
    'ipv6',
    () => ({
      size: LARGE,
      valueAt: (index) => `2001:db8::${(index >>> 16).toString(16)}:${(index & 65_535).toString(16)}`,
    }),
  ],
  ['uri', appendWord],
  ['iri', appendWord],
  ['uri-reference', appendWord],
  ['iri-reference', appendWord],
  ['json-pointer', appendWord],
  ['uuid', () => ({ size: LARGE, valueAt: (index) => hashToUuid(String(index)) })],
  ['byte', () => ({ size: LARGE, valueAt: (index) => Buffer.from(word(index)).toString('base64') })],
]);
