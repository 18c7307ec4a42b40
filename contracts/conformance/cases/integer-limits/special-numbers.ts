/** Numbers that are near the limits and new, known already, or spelt so that not every parser takes them for whole. */
import { type Json, numberFromBigInt } from '../../../../spec/json/exact-json.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import type { Case } from '../../model/case.ts';
import type { Fresh, OpenAnswer } from '../../model/draft.ts';
import { type CaseSeed, caseOf } from '../../request/case-of.ts';
import type { Twin } from '../../request/twin.ts';
import { jsonDraft } from '../../request/twin-draft.ts';
import { allows } from '../shared/allowed.ts';
import { freshWith, type MutationPoint } from '../shared/mutation-points.ts';
import { speltDraft } from '../shared/spelt.ts';

/** Where 32 bits with a sign end: the first number that they do not hold. */
export const two31 = 2n ** 31n;

/** From here on doubles do not hold every integer. */
export const two53 = 2n ** 53n;

/** The first number that 64 bits without a sign do not hold. */
export const two64 = 2n ** 64n;

/** Near the limits, but new in every run, for stores that refuse duplicates. */
export function* nearLimits(twin: Twin, point: MutationPoint): Generator<Case> {
  for (const derived of near) yield* derivedCase(twin, point, derived, 'within');
}

/** Numbers that the implementation has seen already, or takes for such in 32 bits or in a double; the record is another. */
export function* knownNumbers(twin: Twin, point: MutationPoint): Generator<Case> {
  for (const derived of known) {
    const open = derived.name === 'known already' ? [knownRefused] : [];
    yield* derivedCase(twin, point, { ...derived, open }, derived.name);
  }
}

/** Whole numbers in spellings that not every parser takes for whole. */
export function* openSpellings(twin: Twin, point: MutationPoint): Generator<Case> {
  for (const spelling of spellings) yield openCase(twin, point, spelling);
  yield minusZero(twin, point);
}

/** What all cases of integer-limits at a place have in common. */
export function about(
  point: MutationPoint,
  name: string,
  topic: string,
): Pick<CaseSeed, 'family' | 'name' | 'topic' | 'place'> {
  return {
    family: 'integer-limits',
    name: `${point.name}/${name}`,
    topic: `${point.name} ${topic}`,
    place: point.schema.place,
  };
}

interface Derived {
  readonly name: string;
  readonly mutation: string;
  /** `seen` is a number that was accepted before, `new` one of at most 31 bits that was not. */
  readonly of: 'seen' | 'new';
  from(number: bigint): bigint;
  readonly open?: readonly OpenAnswer[];
}

const near: readonly Derived[] = (
  [
    ['negative', (number) => -number],
    ['beyond 32 bits', (number) => two31 * 4n + number],
    ['odd beyond 2^53', (number) => two53 + 2n * number + 1n],
    ['odd below -2^53', (number) => -two53 - 2n * number - 1n],
    ['near the top of 64 bits', (number) => 2n ** 63n - number],
    ['near the bottom of 64 bits', (number) => number - 2n ** 63n],
  ] satisfies [string, (number: bigint) => bigint][]
).map(([name, from]) => ({ name, from, of: 'new', mutation: `a new number, ${name}` }));

const known: readonly Derived[] = (
  [
    ['known already', (first) => first],
    ['equal to a known one in 32 bits', (first) => first + 2n ** 32n],
    ['exact in a double', (first) => two53 + 4n * first],
    ['equal to the one before in a double', (first) => two53 + 4n * first + 1n],
  ] satisfies [string, (number: bigint) => bigint][]
).map(([name, from]) => ({ name, from, of: 'seen', mutation: `a number ${name}, and the rest is new` }));

const knownRefused: OpenAnswer = {
  status: 'declared client error',
  because: 'a store may refuse what it has already',
};

function* derivedCase(twin: Twin, point: MutationPoint, derived: Derived, topic: string): Generator<Case> {
  const { name, mutation, of, from, open = [] } = derived;
  const { format = '' } = point.flat;
  if (!integerRanges.has(format) || !drawn.every((number) => allows(point, numberFromBigInt(from(number)))))
    return;
  yield caseOf(twin, {
    ...about(point, name, topic),
    expectation: 'accept',
    mutation: `${point.name} is ${mutation} (${format})`,
    open,
    build: (fresh) => {
      const number = BigInt(of === 'new' ? fresh.number() : fresh.known());
      return jsonDraft(twin, freshWith(point, numberFromBigInt(from(number)), fresh));
    },
  });
}

/** Both ends of what fresh values are drawn from: the contract has room for all between them, or for none to be sure of. */
const drawn = [1_000_000n, two31 - 1n];

/** JSON has one kind of number: whether 1.0 and 1e3 are whole is for the implementation to say. */
const spellings = [
  { name: 'point zero', spell: (digits: string) => `${digits}.0` },
  { name: 'exponent', spell: (digits: string) => `${digits}e0` },
  {
    name: 'exponent and fraction',
    spell: (digits: string) => `${digits.slice(0, -1) || '0'}.${digits.at(-1)}e1`,
  },
];

function openCase(twin: Twin, point: MutationPoint, { name, spell }: (typeof spellings)[number]): Case {
  return caseOf(twin, {
    ...about(point, name, `spelt ${name}`),
    expectation: 'silent',
    mutation: `${point.name} is a whole number written with ${name}`,
    build: (fresh) => {
      const value = validNumber(point, fresh);
      const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(`${value}`) ?? [];
      return speltDraft(twin, point, { spelling: `${sign}${spell(digits)}`, value }, fresh);
    },
  });
}

/** A new one where the contract has room for it. */
function validNumber(point: MutationPoint, fresh: Fresh): Json {
  const number = fresh.number();
  return allows(point, number) ? number : point.value;
}

/** Nor does it say whether -0 is 0. */
function minusZero(twin: Twin, point: MutationPoint): Case {
  return caseOf(twin, {
    ...about(point, 'minus zero', 'spelt minus zero'),
    expectation: 'silent',
    mutation: `${point.name} is -0`,
    fixed: 'number',
    build: (fresh) => speltDraft(twin, point, { spelling: '-0', value: 0 }, fresh),
  });
}
