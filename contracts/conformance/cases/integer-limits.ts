import { isInteger } from '../../../spec/exact-json.ts';
import { integerRanges } from '../../../spec/formats.ts';
import type { Case } from '../case.ts';
import { caseOf, jsonDraft, type Twin } from '../twin.ts';
import type { Family } from './family.ts';
import { knownNumbers, nearLimits } from './numbers/known.ts';
import { at31, at53, at64, toJson } from './numbers/powers.ts';
import { speltDraft } from './numbers/spelling.ts';
import { allows, freshWith, type Spot, spotsOf } from './spots.ts';

/** Whole numbers at the limits of their format, where doubles round, and just outside. */
export const integerLimits: Family = {
  name: 'integer-limits',
  summary: 'whole numbers are taken up to their limits and not beyond',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of spotsOf(twin.body)) {
      if (!isInteger(spot.value) || spot.flat.types?.has('number') === true) continue;
      for (const number of specimens(spot.flat.format)) yield exactCase(twin, spot, number);
      yield* nearLimits(twin, spot);
      for (const spelt of beyond) yield* beyondCase(twin, spot, spelt);
      for (const spelt of fractions) yield* fractionCase(twin, spot, spelt);
      for (const spelling of openSpellings) yield openCase(twin, spot, spelling);
      yield minusZero(twin, spot);
      yield* knownNumbers(twin, spot);
    }
  },
};

/** Where 32 bits end, where doubles round, where the format ends, and far beyond; wrapped to 64 bits, 2^64+1 is 1. */
function specimens(format: string | undefined): ReadonlySet<bigint> {
  const range = integerRanges.get(format ?? '');
  const ends =
    range === undefined
      ? []
      : [range.min, range.min + 1n, range.max - 1n, range.max, range.min - 1n, range.max + 1n];
  const below32 = [at31 - 1n, at31, -at31, -at31 - 1n, 2n * at31 - 1n, 2n * at31];
  const around53 = [at53 - 1n, at53, at53 + 1n, 1n - at53, -at53, -at53 - 1n, 2n ** 63n - 512n];
  const far = [at64 - 1n, at64, at64 + 1n, 10n ** 25n, -(10n ** 25n)];
  // Where a float is written with an exponent: in Go, and in PHP.
  const round = [10n ** 6n, 10n ** 15n];
  return new Set([0n, 1n, -1n, ...round, ...below32, ...around53, ...ends, ...far]);
}

function exactCase(twin: Twin, spot: Spot, number: bigint): Case {
  const value = toJson(number);
  const valid = allows(spot, value);
  const { format } = spot.flat;
  const where = `${valid ? 'within' : 'outside'} what the contract allows`;
  return caseOf(twin, {
    ...about(spot, `${number}`, valid ? 'within' : 'beyond'),
    expectation: valid ? expectationWithin(format) : 'reject',
    mutation: `${spot.name} is ${number}, ${where}${format === undefined ? '' : ` (${format})`}`,
    fixed: 'number',
    build: (fresh) => jsonDraft(twin, freshWith(spot, value, fresh)),
  });
}

/** Without a format the contract allows any size, which no implementation has: what is refused is left open. */
function expectationWithin(format: string | undefined) {
  return integerRanges.has(format ?? '') ? ('accept' as const) : ('silent' as const);
}

const beyond = [
  { spelling: '1e400', words: 'which a double makes infinite' },
  { spelling: '-1e400', words: 'which a double makes infinite' },
  { spelling: '1e25', words: 'beyond every integer type' },
];

function* beyondCase(twin: Twin, spot: Spot, { spelling, words }: (typeof beyond)[number]): Generator<Case> {
  const { format = '' } = spot.flat;
  if (!integerRanges.has(format) || allows(spot, 10n ** 25n)) return;
  yield caseOf(twin, {
    ...about(spot, spelling, 'beyond'),
    expectation: 'reject',
    mutation: `${spot.name} is ${spelling}, ${words} (${format})`,
    build: (fresh) => speltDraft(twin, spot, { spelling, value: undefined }, fresh),
  });
}

const fractions = [
  { spelling: '0.5', value: 0.5 },
  { spelling: '-1.5', value: -1.5 },
  { spelling: '15e-1', value: 1.5 },
  { spelling: '2147483647.5', value: 2147483647.5 },
];

function* fractionCase(
  twin: Twin,
  spot: Spot,
  spelt: { readonly spelling: string; readonly value: number },
): Generator<Case> {
  if (allows(spot, spelt.value)) return;
  yield caseOf(twin, {
    ...about(spot, spelt.spelling, 'with a fraction'),
    expectation: 'reject',
    mutation: `${spot.name} is ${spelt.spelling}, which is no whole number`,
    build: (fresh) => speltDraft(twin, spot, spelt, fresh),
  });
}

/** JSON has one kind of number: whether 1.0 and 1e3 are whole is for the implementation to say. */
const openSpellings = [
  { name: 'point zero', spell: (number: number) => `${number}.0` },
  { name: 'exponent', spell: (number: number) => `${number}e0` },
  { name: 'exponent and fraction', spell: (number: number) => `${number / 10}e1` },
];

function openCase(twin: Twin, spot: Spot, { name, spell }: (typeof openSpellings)[number]): Case {
  return caseOf(twin, {
    ...about(spot, name, `spelt ${name}`),
    expectation: 'silent',
    mutation: `${spot.name} is a whole number written with ${name}`,
    build: (fresh) => {
      const value = fresh.number();
      return speltDraft(twin, spot, { spelling: spell(value), value }, fresh);
    },
  });
}

/** Nor does it say whether -0 is 0. */
function minusZero(twin: Twin, spot: Spot): Case {
  return caseOf(twin, {
    ...about(spot, 'minus zero', 'spelt minus zero'),
    expectation: 'silent',
    mutation: `${spot.name} is -0`,
    fixed: 'number',
    build: (fresh) => speltDraft(twin, spot, { spelling: '-0', value: 0 }, fresh),
  });
}

function about(spot: Spot, name: string, topic: string) {
  return {
    family: 'integer-limits',
    name: `${spot.name}/${name}`,
    topic: `${spot.name} ${topic}`,
    place: spot.schema.place,
  };
}
