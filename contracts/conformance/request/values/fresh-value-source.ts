/** Where fresh values come from: each run has numbers of its own, and each case of it a block of them. */
import { createHash, randomInt } from 'node:crypto';
import type { FreshValues } from '../../model/request-spec.ts';
import type { CaseFacts } from '../../model/test-case.ts';

export interface FreshValueSource extends FreshValues {
  /** The number given out last has been accepted: it is known from now on. */
  markAccepted(): void;
  /** For one case, whatever else is under way. In the order of the calls the same each time. */
  reserve(testCase: Pick<CaseFacts, 'sendMode'>): FreshValues;
  /** The same for a case that is sent again: how often that happens is not to change what others get. */
  reserveForRepeat(testCase: Pick<CaseFacts, 'sendMode'>): FreshValues;
  /**
   * An earlier run may have left its values here: goes on with others. Gives the way back, for where that was not it;
   * undefined where they were drawn by chance anyway.
   */
  reseed(): (() => void) | undefined;
}

const LOWEST = 1_000_000;
const SPAN = 2 ** 31 - 1 - LOWEST;
/** Beyond the blocks of cases, those of cases that are sent again; and what large bodies need beside their block. */
const REPEAT_OFFSET = Math.floor(SPAN / 3);
const OVERFLOW_OFFSET = 2 * REPEAT_OFFSET;
/** Values of each kind that a body has room for in its block. */
const BLOCK_SIZE = 16;

/** `seed` is for those who want the same values again; without it a second run has others. */
export function createFreshValueSource(seed?: string): FreshValueSource {
  let start = seed === undefined ? randomInt(SPAN) : hashToNumber(seed, SPAN);
  let isSeeded = seed !== undefined;
  const numberAt = (offset: number) => LOWEST + ((start + offset) % SPAN);
  let [nextMain, nextRepeat] = [0, REPEAT_OFFSET];
  let [lastNumber, acceptedNumber] = [numberAt(0), numberAt(0)];
  const direct = createFreshValues(reserveMain);
  return {
    ...direct,
    number: () => {
      lastNumber = direct.number();
      return lastNumber;
    },
    markAccepted: () => {
      acceptedNumber = lastNumber;
    },
    reserve: (testCase) => createBlock(reserveMain(blockSize(testCase)), blockSize(testCase)),
    reserveForRepeat: (testCase) => {
      const from = nextRepeat;
      nextRepeat += blockSize(testCase);
      return createBlock(from, blockSize(testCase));
    },
    reseed() {
      if (!isSeeded) return undefined;
      const seeded = start;
      start = randomInt(SPAN);
      isSeeded = false;
      return () => {
        start = seeded;
        isSeeded = true;
      };
    },
  };

  function reserveMain(size = 1): number {
    nextMain += size;
    return nextMain - size;
  }

  function createBlock(from: number, size: number): FreshValues {
    let used = 0;
    return createFreshValues(() => {
      used++;
      return used <= size ? from + used - 1 : OVERFLOW_OFFSET + hashToNumber(`${from} ${used}`, REPEAT_OFFSET);
    });
  }

  function createFreshValues(take: () => number): FreshValues {
    return {
      acceptedNumber: () => acceptedNumber,
      number: () => numberAt(take()),
      word: () => numberAt(take()).toString(36),
      uuid: () => hashToUuid(String(numberAt(take()))),
    };
  }
}

/** Each request of the company has a body of its own, and so has what goes before it. */
function blockSize({ sendMode }: Pick<CaseFacts, 'sendMode'>): number {
  const requests = sendMode?.kind === 'at once' || sendMode?.kind === 'in a row' ? sendMode.count : 1;
  return BLOCK_SIZE * (requests * 2 + 2);
}

/** A whole number from 0, below `limit`. */
export type DrawInteger = (limit: number) => number;

/** The same seed gives the same numbers, one after the other. */
export function createDrawInteger(seed: string | undefined): DrawInteger {
  if (seed === undefined) return randomInt;
  let drawn = 0;
  return (limit) => {
    drawn++;
    return hashToNumber(`${seed} ${drawn}`, limit);
  };
}

/** From 0, below `limit`. */
function hashToNumber(text: string, limit: number): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) % limit;
}

/** Version 4 in form. */
export function hashToUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
