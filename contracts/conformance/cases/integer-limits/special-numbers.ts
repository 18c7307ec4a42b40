/** Numbers that are near the limits and new, known already, or spelt so that not every parser takes them for whole. */
import { type Json, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import type { FreshValues, ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec } from '../../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../../request/create-case.ts';
import { allowsValue } from '../shared/allowed-changes.ts';
import { spelledRequestSpec } from '../shared/json-spelling.ts';
import { freshBodyWith, type MutationPoint } from '../shared/mutation-points.ts';

/** Where 32 bits with a sign end: the first number that they do not hold. */
export const TWO_POW_31 = 2n ** 31n;

/** From here on doubles do not hold every integer. */
export const TWO_POW_53 = 2n ** 53n;

/** The first number that 64 bits without a sign do not hold. */
export const TWO_POW_64 = 2n ** 64n;

/** Near the limits, but new in every run, for stores that refuse duplicates. */
export function* numbersNearLimits(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const derived of nearLimitNumbers) yield* derivedNumberCase(baseline, point, derived, 'within');
}

/** Numbers that the implementation has seen already, or takes for such in 32 bits or in a double; the record is another. */
export function* knownNumbers(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const derived of numbersFromKnown) {
    const tolerated = derived.name === 'known already' ? [toleratesKnownNumber] : [];
    yield* derivedNumberCase(baseline, point, { ...derived, tolerated }, derived.name);
  }
}

/** Whole numbers in spellings that not every parser takes for whole. */
export function* unspecifiedSpellings(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const spelling of integerSpellings) yield unspecifiedSpellingCase(baseline, point, spelling);
  yield minusZero(baseline, point);
}

/** What all cases of integer-limits at a place have in common. */
export function integerLimitSeed(
  point: MutationPoint,
  name: string,
  topic: string,
): Pick<CaseSeed, 'category' | 'name' | 'topic' | 'place'> {
  return {
    category: 'integer-limits',
    name: `${point.name}/${name}`,
    topic: `${point.name} ${topic}`,
    place: point.schema.place,
  };
}

interface DerivedNumber {
  readonly name: string;
  readonly mutation: string;
  /** `seen` is a number that was accepted before, `new` one of at most 31 bits that was not. */
  readonly source: 'seen' | 'new';
  derive(number: bigint): bigint;
  readonly tolerated?: readonly ToleratedResponse[];
}

const nearLimitNumbers: readonly DerivedNumber[] = (
  [
    ['negative', (number) => -number],
    ['beyond 32 bits', (number) => TWO_POW_31 * 4n + number],
    ['odd beyond 2^53', (number) => TWO_POW_53 + 2n * number + 1n],
    ['odd below -2^53', (number) => -TWO_POW_53 - 2n * number - 1n],
    ['near the top of 64 bits', (number) => 2n ** 63n - number],
    ['near the bottom of 64 bits', (number) => number - 2n ** 63n],
  ] satisfies [string, (number: bigint) => bigint][]
).map(([name, derive]) => ({ name, derive, source: 'new', mutation: `a new number, ${name}` }));

const numbersFromKnown: readonly DerivedNumber[] = (
  [
    ['known already', (first) => first],
    ['equal to a known one in 32 bits', (first) => first + 2n ** 32n],
    ['exact in a double', (first) => TWO_POW_53 + 4n * first],
    ['equal to the one before in a double', (first) => TWO_POW_53 + 4n * first + 1n],
  ] satisfies [string, (number: bigint) => bigint][]
).map(([name, derive]) => ({
  name,
  derive,
  source: 'seen',
  mutation: `a number ${name}, and the rest is new`,
}));

const toleratesKnownNumber: ToleratedResponse = {
  status: 'declared client error',
  reason: 'a store may refuse what it has already',
};

function* derivedNumberCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  derived: DerivedNumber,
  topic: string,
): Generator<TestCase> {
  const { name, mutation, source, derive, tolerated = [] } = derived;
  const { format = '' } = point.flat;
  if (
    !integerRanges.has(format) ||
    !freshNumberBounds.every((number) => allowsValue(point, numberFromBigInt(derive(number))))
  )
    return;
  yield createCase(baseline, {
    ...integerLimitSeed(point, name, topic),
    expectation: 'accept',
    mutation: `${point.name} is ${mutation} (${format})`,
    tolerated,
    buildRequest: (fresh) => {
      const number = BigInt(source === 'new' ? fresh.number() : fresh.acceptedNumber());
      return jsonRequestSpec(baseline, freshBodyWith(point, numberFromBigInt(derive(number)), fresh));
    },
  });
}

/** Both ends of what fresh values are drawn from: the contract has room for all between them, or for none to be sure of. */
const freshNumberBounds = [1_000_000n, TWO_POW_31 - 1n];

/** JSON has one kind of number: whether 1.0 and 1e3 are whole is for the implementation to say. */
const integerSpellings = [
  { name: 'point zero', spell: (digits: string) => `${digits}.0` },
  { name: 'exponent', spell: (digits: string) => `${digits}e0` },
  {
    name: 'exponent and fraction',
    spell: (digits: string) => `${digits.slice(0, -1) || '0'}.${digits.at(-1)}e1`,
  },
];

function unspecifiedSpellingCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  { name, spell }: (typeof integerSpellings)[number],
): TestCase {
  return createCase(baseline, {
    ...integerLimitSeed(point, name, `spelt ${name}`),
    expectation: 'silent',
    mutation: `${point.name} is a whole number written with ${name}`,
    buildRequest: (fresh) => {
      const value = freshOrBaselineNumber(point, fresh);
      const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(`${value}`) ?? [];
      return spelledRequestSpec(baseline, point, { spelling: `${sign}${spell(digits)}`, value }, fresh);
    },
  });
}

/** A new one where the contract has room for it. */
function freshOrBaselineNumber(point: MutationPoint, fresh: FreshValues): Json {
  const number = fresh.number();
  return allowsValue(point, number) ? number : point.value;
}

/** Nor does it say whether -0 is 0. */
function minusZero(baseline: BaselineRequest, point: MutationPoint): TestCase {
  return createCase(baseline, {
    ...integerLimitSeed(point, 'minus zero', 'spelt minus zero'),
    expectation: 'silent',
    mutation: `${point.name} is -0`,
    constantPart: 'number',
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, { spelling: '-0', value: 0 }, fresh),
  });
}
