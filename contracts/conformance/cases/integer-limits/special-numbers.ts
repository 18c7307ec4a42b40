/** Integers near the limits that are new or exist already, and spellings that not every parser reads as integers. */
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

/** 2^31, the first number that signed 32-bit integers do not represent. */
export const TWO_POW_31 = 2n ** 31n;

/** From 2^53 on, doubles do not represent every integer. */
export const TWO_POW_53 = 2n ** 53n;

/** 2^64, the first number that unsigned 64-bit integers do not represent. */
export const TWO_POW_64 = 2n ** 64n;

/** Near the limits, but new in every run, for implementations that reject duplicates. */
export function* numbersNearLimits(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const derived of nearLimitNumbers) yield* derivedNumberCase(baseline, point, derived, 'within');
}

/**
 * Numbers that the implementation has stored already, or that equal such a number in 32 bits or in a double, in a new
 * record.
 */
export function* knownNumbers(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const derived of numbersFromKnown) {
    const tolerated = derived.name === 'known already' ? [toleratesKnownNumber] : [];
    yield* derivedNumberCase(baseline, point, { ...derived, tolerated }, derived.name);
  }
}

/** Integers in spellings that not every parser reads as integers. */
export function* unspecifiedSpellings(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  for (const spelling of integerSpellings) yield unspecifiedSpellingCase(baseline, point, spelling);
  yield minusZero(baseline, point);
}

/** The common fields of all integer-limits cases at a place. */
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
  /** `seen` is a number that was accepted before, `new` an unused one of at most 31 bits. */
  readonly source: 'seen' | 'new';
  derive(number: bigint): bigint;
  readonly tolerated?: readonly ToleratedResponse[];
}

const nearLimitNumbers: readonly DerivedNumber[] = (
  [
    ['negative', 'a new negative number', (number) => -number],
    ['beyond 32 bits', 'a new number beyond 32 bits', (number) => TWO_POW_31 * 4n + number],
    ['odd beyond 2^53', 'a new odd number above 2^53', (number) => TWO_POW_53 + 2n * number + 1n],
    ['odd below -2^53', 'a new odd number below -2^53', (number) => -TWO_POW_53 - 2n * number - 1n],
    ['near the top of 64 bits', 'a new number near the maximum of 64 bits', (number) => 2n ** 63n - number],
    ['near the bottom of 64 bits', 'a new number near the minimum of 64 bits', (number) => number - 2n ** 63n],
  ] satisfies [string, string, (number: bigint) => bigint][]
).map(([name, mutation, derive]) => ({ name, derive, source: 'new', mutation }));

const numbersFromKnown: readonly DerivedNumber[] = (
  [
    ['known already', 'an existing number', (first) => first],
    [
      'equal to a known one in 32 bits',
      'a number that equals an existing one in 32 bits',
      (first) => first + 2n ** 32n,
    ],
    ['exact in a double', 'a number that a double represents exactly', (first) => TWO_POW_53 + 4n * first],
    [
      'equal to the one before in a double',
      'a number that equals the previous one as a double',
      (first) => TWO_POW_53 + 4n * first + 1n,
    ],
  ] satisfies [string, string, (number: bigint) => bigint][]
).map(([name, description, derive]) => ({
  name,
  derive,
  source: 'seen',
  mutation: `${description}, in a new record`,
}));

const toleratesKnownNumber: ToleratedResponse = {
  status: 'declared client error',
  reason: 'an implementation may reject duplicates',
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

/** Both ends of the range of fresh values: the contract has to allow both. */
const freshNumberBounds = [1_000_000n, TWO_POW_31 - 1n];

/** JSON has one kind of number: whether 1.0 and 1e3 are integers is implementation-defined. */
const integerSpellings = [
  { name: 'point zero', description: 'a decimal point and zero', spell: (digits: string) => `${digits}.0` },
  { name: 'exponent', description: 'an exponent', spell: (digits: string) => `${digits}e0` },
  {
    name: 'exponent and fraction',
    description: 'an exponent and a fraction',
    spell: (digits: string) => `${digits.slice(0, -1) || '0'}.${digits.at(-1)}e1`,
  },
];

function unspecifiedSpellingCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  { name, description, spell }: (typeof integerSpellings)[number],
): TestCase {
  return createCase(baseline, {
    ...integerLimitSeed(point, name, `spelt ${name}`),
    expectation: 'unspecified',
    mutation: `${point.name} is an integer written with ${description}`,
    buildRequest: (fresh) => {
      const value = freshOrBaselineNumber(point, fresh);
      const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(`${value}`) ?? [];
      return spelledRequestSpec(baseline, point, { spelling: `${sign}${spell(digits)}`, value }, fresh);
    },
  });
}

/** A fresh number where the contract allows it. */
function freshOrBaselineNumber(point: MutationPoint, fresh: FreshValues): Json {
  const number = fresh.number();
  return allowsValue(point, number) ? number : point.value;
}

/** JSON does not define whether -0 equals 0 either. */
function minusZero(baseline: BaselineRequest, point: MutationPoint): TestCase {
  return createCase(baseline, {
    ...integerLimitSeed(point, 'minus zero', 'spelt minus zero'),
    expectation: 'unspecified',
    mutation: `${point.name} is -0`,
    constantPart: 'number',
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, { spelling: '-0', value: 0 }, fresh),
  });
}
