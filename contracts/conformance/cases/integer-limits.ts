import { isInteger, numberFromBigInt } from '../../../spec/json/exact-json.ts';
import { integerRanges } from '../../../spec/validation/formats.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import {
  about,
  knownNumbers,
  nearLimits,
  openSpellings,
  two31,
  two53,
  two64,
} from './integer-limits/special-numbers.ts';
import { isSentForBounds } from './limits/probes.ts';
import { allows } from './shared/allowed.ts';
import { freshWith, type MutationPoint, mutationPointsOf } from './shared/mutation-points.ts';
import { speltDraft } from './shared/spelt.ts';

/** Whole numbers at the limits of their format, where doubles round, and just outside. */
export const integerLimits: Family = {
  name: 'integer-limits',
  summary: 'whole numbers are taken up to their limits and not beyond',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of mutationPointsOf(twin.body)) {
      if (!isInteger(point.value) || point.flat.types?.has('number') === true) continue;
      for (const number of specimens(point.flat.format)) yield* exactCase(twin, point, number);
      yield* nearLimits(twin, point);
      for (const spelt of beyond) yield* beyondCase(twin, point, spelt);
      for (const spelt of fractions) yield* fractionCase(twin, point, spelt);
      yield* openSpellings(twin, point);
      yield* knownNumbers(twin, point);
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
  const below32 = [two31 - 1n, two31, -two31, -two31 - 1n, 2n * two31 - 1n, 2n * two31];
  const around53 = [two53 - 1n, two53, two53 + 1n, 1n - two53, -two53, -two53 - 1n, 2n ** 63n - 512n];
  const far = [two64 - 1n, two64, two64 + 1n, 10n ** 25n, -(10n ** 25n)];
  // Where a float is written with an exponent: in Go, and in PHP.
  const round = [10n ** 6n, 10n ** 15n];
  return new Set([0n, 1n, -1n, ...round, ...below32, ...around53, ...ends, ...far]);
}

function* exactCase(twin: Twin, point: MutationPoint, number: bigint): Generator<Case> {
  const value = numberFromBigInt(number);
  if (isSentForBounds(point, value)) return;
  const valid = allows(point, value);
  const { format } = point.flat;
  const where = `${valid ? 'within' : 'outside'} what the contract allows`;
  yield caseOf(twin, {
    ...about(point, `${number}`, valid ? 'within' : 'beyond'),
    expectation: valid ? expectationWithin(format) : 'reject',
    mutation: `${point.name} is ${number}, ${where}${format === undefined ? '' : ` (${format})`}`,
    fixed: 'number',
    build: (fresh) => jsonDraft(twin, freshWith(point, value, fresh)),
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

function* beyondCase(
  twin: Twin,
  point: MutationPoint,
  { spelling, words }: (typeof beyond)[number],
): Generator<Case> {
  const { format = '' } = point.flat;
  if (!integerRanges.has(format) || allows(point, 10n ** 25n)) return;
  yield caseOf(twin, {
    ...about(point, spelling, 'beyond'),
    expectation: 'reject',
    mutation: `${point.name} is ${spelling}, ${words} (${format})`,
    build: (fresh) => speltDraft(twin, point, { spelling, value: undefined }, fresh),
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
  point: MutationPoint,
  spelt: { readonly spelling: string; readonly value: number },
): Generator<Case> {
  if (allows(point, spelt.value)) return;
  yield caseOf(twin, {
    ...about(point, spelt.spelling, 'with a fraction'),
    expectation: 'reject',
    mutation: `${point.name} is ${spelt.spelling}, which is no whole number`,
    build: (fresh) => speltDraft(twin, point, spelt, fresh),
  });
}
