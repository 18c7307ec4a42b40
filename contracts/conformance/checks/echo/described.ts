/**
 * What descriptions say that a store makes of a value, the contract's own words where no keyword can say it, and in what
 * manner a value came back otherwise where they say nothing.
 */
import {
  canonicalText,
  isJsonArray,
  isNumeric,
  type Json,
  sameJson,
} from '../../../../spec/json/exact-json.ts';

/** Whether what came back is what the words make of what was sent: "Kept in lower case", "Sorted, without doubles". */
export function isAsDescribed(sent: Json, returned: Json | undefined, words: string): boolean {
  if (words === '' || returned === undefined) return false;
  if (typeof sent === 'string' && typeof returned === 'string') return isText(sent, returned, words);
  if (isNumeric(sent) && isNumeric(returned)) return isRounded(Number(sent), Number(returned), words);
  return isJsonArray(sent) && isJsonArray(returned) && isList(sent, returned, words);
}

/** What is denied is not said: "never rounded", "the case is not changed". */
const said = (words: string) => new RegExp(`(?<!\\b(?:not|never|no|nor)\\s(?:be\\s)?)\\b(?:${words})`, 'i');

interface Form<T> {
  readonly said: RegExp;
  /** The same for all that the words make alike. */
  readonly reduced: (value: T) => T;
  /** What came back is of the form that the words name; libraries differ in what else they reach. */
  readonly isReached?: (returned: T) => boolean;
}

const inSmallLetters = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

const textForms: readonly Form<string>[] = [
  {
    said: said('lower[- ]?case|lowered|small letters'),
    reduced: inSmallLetters,
    isReached: (text) => !/[A-Z]/.test(text),
  },
  {
    said: said('upper[- ]?case|capitals|capital letters|capitali[sz]ed'),
    reduced: (text) => inSmallLetters(text.toUpperCase()),
    isReached: (text) => !/[a-z]/.test(text),
  },
  {
    said: said('case[- ]?insensitiv|(?:regardless|irrespective) of case|ignor(?:es|ing) (?:the )?case'),
    reduced: inSmallLetters,
  },
  {
    said: said('trim|(?:leading|trailing|surrounding|white) ?space'),
    reduced: (text) => text.replaceAll(/^[\p{C}\p{Z}\s]+|[\p{C}\p{Z}\s]+$/gu, ''),
  },
  {
    said: said('(?:white ?space|blanks|spaces) (?:is|are) (?:collapsed|squeezed|folded|normali[sz]ed)'),
    reduced: (text) => text.trim().replaceAll(/\s+/g, ' '),
  },
  {
    said: said('NFK?[CD]\\b|unicode[^.]*normali[sz]|normali[sz][^.]*unicode'),
    reduced: (text) => text.normalize('NFKC'),
  },
  { said: said('decimal|numeric'), reduced: withoutNeedlessDigits },
];

function isText(sent: string, returned: string, words: string): boolean {
  if (saysCut.test(words) && returned !== '' && sent.startsWith(returned)) return true;
  return saysHidden.test(words) || isOfForms(textForms, { sent, returned, words });
}

const saysCut = said('truncat|shortened|cut (?:off|to|after|at)\\b');

/** What is left of it cannot be foretold. */
const saysHidden = said('saniti[sz]ed|masked|redacted|hashed|encrypted|obfuscated');

/** `0` and `0.00`. A part of a text that is no number, as a version, has no such digits. */
export function withoutNeedlessDigits(text: string): string {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text;
  const short = text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
  return (short.includes('.') ? short.replace(/\.?0+$/, '') : short).replace(/^-0$/, '0');
}

const saysSorted = said(
  'sort(?:ed|s)\\b|alphabetical|(?:ascending|descending) order|order (?:is not|does not|has no)',
);

const listForms: readonly Form<readonly Json[]>[] = [
  {
    said: said('duplicat|de-?dup|distinct|unique|without (?:doubles|repeats|repetitions)'),
    reduced: (items) => [...new Map(items.map((item) => [canonicalText(item), item])).values()],
    isReached: (items) => new Set(items.map(canonicalText)).size === items.length,
  },
  {
    said: saysSorted,
    reduced: (items) => items.toSorted((a, b) => (canonicalText(a) < canonicalText(b) ? -1 : 1)),
  },
];

function isList(sent: readonly Json[], returned: readonly Json[], words: string): boolean {
  // What is said of the list may be meant of what stands in it: "lower-cased and sorted".
  const plain = (items: readonly Json[]) =>
    items.map((item) => (typeof item === 'string' ? reduced(textForms, item, words) : item));
  return isOfForms(listForms, { sent: plain(sent), returned: plain(returned), words });
}

interface Compared<T> {
  readonly sent: T;
  readonly returned: T;
  readonly words: string;
}

function isOfForms<T extends Json>(
  forms: readonly Form<T>[],
  { sent, returned, words }: Compared<T>,
): boolean {
  const named = forms.filter((form) => form.said.test(words));
  if (!named.every(({ isReached }) => isReached?.(returned) !== false)) return false;
  return sameJson(reduced(named, sent, words), reduced(named, returned, words));
}

function reduced<T>(forms: readonly Form<T>[], value: T, words: string): T {
  return forms.filter((form) => form.said.test(words)).reduce((now, form) => form.reduced(now), value);
}

const saysRounded = said('round(?:ed|s)\\b|whole numbers');

const saidPlaces =
  /\b(\d|one|two|three|four|five|six)[- ](?:decimal(?: place|s)|digits? after|fraction(?:al)? digit)/i;

const counts = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];

const MOST_PLACES = 8;

/** To so many decimal places as are said, or to some number of them, up or down. */
function isRounded(sent: number, returned: number, words: string): boolean {
  const [, count = ''] = saidPlaces.exec(words) ?? [];
  if (count === '' && !saysRounded.test(words)) return false;
  const places = counts.includes(count.toLowerCase()) ? counts.indexOf(count.toLowerCase()) : Number(count);
  return Array.from({ length: MOST_PLACES }, (_none, index) => index)
    .filter((index) => index >= places)
    .some(
      (index) => Math.abs(sent - returned) < 10 ** -index && Number(returned.toFixed(index)) === returned,
    );
}

/** `in another case`; of texts that nothing is known of, and of all other values, `otherwise`. */
export function mannerOf(sent: Json, returned: Json | undefined): string {
  if (returned === undefined) return 'without a part';
  if (typeof sent !== typeof returned) return 'of another type';
  if (typeof sent !== 'string' || typeof returned !== 'string') return 'otherwise';
  return manners.find(([, isSo]) => isSo(sent, returned))?.[0] ?? 'otherwise';
}

/** The first that fits. */
const manners: readonly (readonly [string, (sent: string, returned: string) => boolean])[] = [
  ['in another case', isSameBy((text) => text.toLowerCase())],
  ['in another case', isSameBy((text) => text.toUpperCase())],
  ['in white space', isSameBy((text) => text.replaceAll(/\s+/g, ''))],
  ['normalised', isSameBy((text) => text.normalize('NFKC'))],
  ['cut', (sent, returned) => sent.startsWith(returned)],
];

function isSameBy(reduce: (text: string) => string) {
  return (sent: string, returned: string) => reduce(sent) === reduce(returned);
}
