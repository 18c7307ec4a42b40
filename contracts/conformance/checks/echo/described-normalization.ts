/**
 * Recognizes from the description of a property how an implementation normalizes its value, since no keyword can
 * express it, and names the kind of change where the description announces none.
 */
import { canonicalJson, isEqualJson, isJsonArray, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';

/** Whether the description explains the change: "Kept in lower case", "Sorted, without doubles". */
export function matchesDescription(sent: Json, returned: Json | undefined, description: string): boolean {
  if (description === '' || returned === undefined) return false;
  if (typeof sent === 'string' && typeof returned === 'string')
    return matchesTextDescription(sent, returned, description);
  if (isNumeric(sent) && isNumeric(returned)) return isRounded(Number(sent), Number(returned), description);
  return isJsonArray(sent) && isJsonArray(returned) && matchesListDescription(sent, returned, description);
}

/** Ignores negated statements: "never rounded", "the case is not changed". */
const statedPattern = (description: string) =>
  new RegExp(`(?<!\\b(?:not|never|no|nor)\\s(?:be\\s)?)\\b(?:${description})`, 'i');

/** Whether the description excludes even what implementations usually normalize: "Kept as sent". */
export function statesUnchanged(description: string): boolean {
  return unchangedStatement.test(description);
}

const unchangedStatement = statedPattern(
  '(?:kept|stored|saved|returned|preserved) (?:exactly |just )?(?:verbatim|unchanged|as (?:(?:it|they) (?:is|are|was|were) )?(?:sent|given|received|entered|submitted))\\b',
);

interface Normalization<T> {
  readonly pattern: RegExp;
  /** Gives the same result for all values that the normalization makes equal. */
  readonly normalize: (value: T) => T;
  /** The returned value has the form that the description names. Libraries differ in what else they change. */
  readonly isNormalized?: (returned: T) => boolean;
}

const toLowerCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

const textNormalizations: readonly Normalization<string>[] = [
  {
    pattern: statedPattern('lower[- ]?case|lowered|small letters'),
    normalize: toLowerCase,
    isNormalized: (text) => !/[A-Z]/.test(text),
  },
  {
    pattern: statedPattern('upper[- ]?case|capitals|capital letters|capitali[sz]ed'),
    normalize: (text) => toLowerCase(text.toUpperCase()),
    isNormalized: (text) => !/[a-z]/.test(text),
  },
  {
    pattern: statedPattern('case[- ]?insensitiv|(?:regardless|irrespective) of case|ignor(?:es|ing) (?:the )?case'),
    normalize: toLowerCase,
  },
  {
    pattern: statedPattern('trim|(?:leading|trailing|surrounding|white) ?space'),
    normalize: (text) => text.replaceAll(/^[\p{C}\p{Z}\s]+|[\p{C}\p{Z}\s]+$/gu, ''),
  },
  {
    pattern: statedPattern('(?:white ?space|blanks|spaces) (?:is|are) (?:collapsed|squeezed|folded|normali[sz]ed)'),
    normalize: (text) => text.trim().replaceAll(/\s+/g, ' '),
  },
  {
    pattern: statedPattern('NFK?[CD]\\b|unicode[^.]*normali[sz]|normali[sz][^.]*unicode'),
    normalize: (text) => text.normalize('NFKC'),
  },
  { pattern: statedPattern('decimal|numeric'), normalize: canonicalDecimal },
];

function matchesTextDescription(sent: string, returned: string, description: string): boolean {
  if (statesTruncation.test(description) && returned !== '' && sent.startsWith(returned)) return true;
  if (isSameToPrecision(sent, returned, description)) return true;
  return (
    statesRedaction.test(description) || matchesNormalizations(textNormalizations, { sent, returned, description })
  );
}

/** "The instant is kept to the second": fractions may be cut off or rounded. */
function isSameToPrecision(sent: string, returned: string, description: string): boolean {
  const [, unit = ''] = statesPrecision.exec(description) ?? [];
  const length = unitLengths.get(unit.toLowerCase());
  // A text that is no time has no number.
  return length !== undefined && Math.abs(Date.parse(sent) - Date.parse(returned)) < length;
}

const statesPrecision = statedPattern(
  '(?:kept|stored|saved|shown|returned|rounded|truncated|precise|accurate) (?:only )?to (?:the |a |full |whole )*(?:nearest )?(second|minute|millisecond)s?\\b',
);

/** In milliseconds. */
const unitLengths: ReadonlyMap<string, number> = new Map([
  ['millisecond', 1],
  ['second', 1_000],
  ['minute', 60_000],
]);

const statesTruncation = statedPattern('truncat|shortened|cut (?:off|to|after|at)\\b');

/** Their result cannot be predicted. */
const statesRedaction = statedPattern('saniti[sz]ed|masked|redacted|hashed|encrypted|obfuscated');

/** `0` for `0.00`. Text that is not a number, such as a version, stays unchanged. */
export function canonicalDecimal(text: string): string {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text;
  const trimmed = text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
  return (trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed).replace(/^-0$/, '0');
}

const statesSorting = statedPattern(
  'sort(?:ed|s)\\b|alphabetical|(?:ascending|descending) order|order (?:is not|does not|has no)',
);

const listNormalizations: readonly Normalization<readonly Json[]>[] = [
  {
    pattern: statedPattern('duplicat|de-?dup|distinct|unique|without (?:doubles|repeats|repetitions)'),
    normalize: (items) => [...new Map(items.map((item) => [canonicalJson(item), item])).values()],
    isNormalized: (items) => new Set(items.map(canonicalJson)).size === items.length,
  },
  {
    pattern: statesSorting,
    normalize: (items) => items.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)),
  },
];

function matchesListDescription(sent: readonly Json[], returned: readonly Json[], description: string): boolean {
  // The description of a list may apply to its items: "lower-cased and sorted".
  const normalizeTexts = (items: readonly Json[]) =>
    items.map((item) => (typeof item === 'string' ? normalizeAs(textNormalizations, item, description) : item));
  return matchesNormalizations(listNormalizations, {
    sent: normalizeTexts(sent),
    returned: normalizeTexts(returned),
    description,
  });
}

interface DescribedValue<T> {
  readonly sent: T;
  readonly returned: T;
  readonly description: string;
}

function matchesNormalizations<T extends Json>(
  normalizations: readonly Normalization<T>[],
  { sent, returned, description }: DescribedValue<T>,
): boolean {
  const stated = normalizations.filter((normalization) => normalization.pattern.test(description));
  if (!stated.every(({ isNormalized }) => isNormalized?.(returned) !== false)) return false;
  return isEqualJson(normalizeAs(stated, sent, description), normalizeAs(stated, returned, description));
}

function normalizeAs<T>(normalizations: readonly Normalization<T>[], value: T, description: string): T {
  return normalizations
    .filter((normalization) => normalization.pattern.test(description))
    .reduce((current, normalization) => normalization.normalize(current), value);
}

const statesRounding = statedPattern('round(?:ed|s)\\b|whole numbers');

const statedDecimalPlaces =
  /\b(\d|one|two|three|four|five|six)[- ](?:decimal(?: place|s)|digits? after|fraction(?:al)? digit)/i;

const countWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];

const MAX_DECIMAL_PLACES = 8;

/** Rounded up or down to the stated number of decimal places, or to any number of them if none is stated. */
function isRounded(sent: number, returned: number, description: string): boolean {
  const [, count = ''] = statedDecimalPlaces.exec(description) ?? [];
  if (count === '' && !statesRounding.test(description)) return false;
  const places = countWords.includes(count.toLowerCase()) ? countWords.indexOf(count.toLowerCase()) : Number(count);
  return Array.from({ length: MAX_DECIMAL_PLACES }, (_none, index) => index)
    .filter((index) => index >= places)
    .some((index) => Math.abs(sent - returned) < 10 ** -index && Number(returned.toFixed(index)) === returned);
}

/** Such as `in another case`; `otherwise` for unrecognized changes of text and for all other values. */
export function describeChange(sent: Json, returned: Json | undefined): string {
  if (returned === undefined) return 'without a part';
  if (typeof sent !== typeof returned) return 'of another type';
  if (typeof sent !== 'string' || typeof returned !== 'string') return 'otherwise';
  return changeKinds.find(([, matches]) => matches(sent, returned))?.[0] ?? 'otherwise';
}

/** The first match counts. */
const changeKinds: readonly (readonly [string, (sent: string, returned: string) => boolean])[] = [
  ['in another case', isSameAfter((text) => text.toLowerCase())],
  ['in another case', isSameAfter((text) => text.toUpperCase())],
  ['in white space', isSameAfter((text) => text.replaceAll(/\s+/g, ''))],
  ['normalised', isSameAfter((text) => text.normalize('NFKC'))],
  ['cut', (sent, returned) => sent.startsWith(returned)],
];

function isSameAfter(normalize: (text: string) => string) {
  return (sent: string, returned: string) => normalize(sent) === normalize(returned);
}
