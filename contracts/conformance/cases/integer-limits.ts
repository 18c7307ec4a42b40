import { isInteger, numberFromBigInt } from '../../../spec/json/exact-json.ts';
import { integerRanges } from '../../../spec/validation/formats.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { isBoundaryValue } from './boundary-values/boundary-probes.ts';
import {
  integerLimitSeed,
  knownNumbers,
  numbersNearLimits,
  TWO_POW_31,
  TWO_POW_53,
  TWO_POW_64,
  unspecifiedSpellings,
} from './integer-limits/special-numbers.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { spelledRequestSpec } from './shared/json-spelling.ts';
import { freshBodyWith, type MutationPoint, mutationPoints } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** Integers at the limits of their format, where doubles lose precision, and just outside. */
export const integerLimits: TestCategory = {
  name: 'integer-limits',
  summary: 'integers are accepted up to their limits, and rejected beyond them',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    for (const point of mutationPoints(baseline.body)) {
      if (!isInteger(point.value) || point.flat.types?.has('number') === true) continue;
      for (const number of integerSamples(point.flat.format)) yield* exactIntegerCase(baseline, point, number);
      yield* numbersNearLimits(baseline, point);
      for (const spelled of outOfRangeSpellings) yield* outOfRangeCase(baseline, point, spelled);
      for (const spelled of fractionalSpellings) yield* fractionCase(baseline, point, spelled);
      yield* unspecifiedSpellings(baseline, point);
      yield* knownNumbers(baseline, point);
    }
  },
};

/** The limits of 32 bits, of doubles and of the format, and far beyond; truncated to 64 bits, 2^64+1 is 1. */
function integerSamples(format: string | undefined): ReadonlySet<bigint> {
  const range = integerRanges.get(format ?? '');
  const ends =
    range === undefined ? [] : [range.min, range.min + 1n, range.max - 1n, range.max, range.min - 1n, range.max + 1n];
  const below32 = [TWO_POW_31 - 1n, TWO_POW_31, -TWO_POW_31, -TWO_POW_31 - 1n, 2n * TWO_POW_31 - 1n, 2n * TWO_POW_31];
  const around53 = [
    TWO_POW_53 - 1n,
    TWO_POW_53,
    TWO_POW_53 + 1n,
    1n - TWO_POW_53,
    -TWO_POW_53,
    -TWO_POW_53 - 1n,
    2n ** 63n - 512n,
  ];
  const farBeyond = [TWO_POW_64 - 1n, TWO_POW_64, TWO_POW_64 + 1n, 10n ** 25n, -(10n ** 25n)];
  // Where Go and PHP write floats with an exponent.
  const round = [10n ** 6n, 10n ** 15n];
  return new Set([0n, 1n, -1n, ...round, ...below32, ...around53, ...ends, ...farBeyond]);
}

function* exactIntegerCase(baseline: BaselineRequest, point: MutationPoint, number: bigint): Generator<TestCase> {
  const value = numberFromBigInt(number);
  if (isBoundaryValue(point, value)) return;
  const valid = allowsValue(point, value);
  const { format } = point.flat;
  const range = `${valid ? 'within' : 'outside'} the allowed range`;
  yield createCase(baseline, {
    ...integerLimitSeed(point, `${number}`, valid ? 'within' : 'beyond'),
    expectation: valid ? expectationForValid(format) : 'reject',
    mutation: `${point.name} is ${number}, ${range}${format === undefined ? '' : ` (${format})`}`,
    constantPart: 'number',
    buildRequest: (fresh) => jsonRequestSpec(baseline, freshBodyWith(point, value, fresh)),
  });
}

/** Without a format the contract allows any size, which no implementation supports: rejections are left open. */
function expectationForValid(format: string | undefined) {
  return integerRanges.has(format ?? '') ? ('accept' as const) : ('unspecified' as const);
}

const outOfRangeSpellings = [
  { spelling: '1e400', description: 'which overflows a double' },
  { spelling: '-1e400', description: 'which overflows a double' },
  { spelling: '1e25', description: 'beyond every integer type' },
];

function* outOfRangeCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  { spelling, description }: (typeof outOfRangeSpellings)[number],
): Generator<TestCase> {
  const { format = '' } = point.flat;
  if (!integerRanges.has(format) || allowsValue(point, 10n ** 25n)) return;
  yield createCase(baseline, {
    ...integerLimitSeed(point, spelling, 'beyond'),
    expectation: 'reject',
    mutation: `${point.name} is ${spelling}, ${description} (${format})`,
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, { spelling, value: undefined }, fresh),
  });
}

const fractionalSpellings = [
  { spelling: '0.5', value: 0.5 },
  { spelling: '-1.5', value: -1.5 },
  { spelling: '15e-1', value: 1.5 },
  { spelling: '2147483647.5', value: 2147483647.5 },
];

function* fractionCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  spelled: { readonly spelling: string; readonly value: number },
): Generator<TestCase> {
  if (allowsValue(point, spelled.value)) return;
  yield createCase(baseline, {
    ...integerLimitSeed(point, spelled.spelling, 'with a fraction'),
    expectation: 'reject',
    mutation: `${point.name} is ${spelled.spelling}, which is not an integer`,
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, spelled, fresh),
  });
}
