import { numberFromBigInt } from '../../../../spec/exact-json.ts';
import { integerRanges } from '../../../../spec/judging/formats.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin } from '../../request/twin.ts';
import { jsonDraft } from '../../request/twin-draft.ts';
import { allows } from '../shared/allowed.ts';
import { freshWith, type MutationPoint } from '../shared/mutation-points.ts';
import { about } from './about.ts';
import { two31, two53 } from './powers.ts';

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

/** Both ends of what fresh values are drawn from: the contract has room for all between them, or for none to be sure of. */
const drawn = [1_000_000n, two31 - 1n];

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
