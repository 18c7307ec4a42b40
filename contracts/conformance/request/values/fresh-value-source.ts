/** The source of fresh values: each run has separate numbers, and each case a block of them. */
import { createHash, randomInt } from 'node:crypto';
import type { FreshValues } from '../../model/request-spec.ts';
import type { CaseFacts } from '../../model/test-case.ts';

export interface FreshValueSource extends FreshValues {
  /** Marks the last number as accepted: from now on it is a known number. */
  markAccepted(): void;
  /** Reserves values for one case, independent of concurrent cases; deterministic in the order of the calls. */
  reserve(testCase: Pick<CaseFacts, 'sendMode'>): FreshValues;
  /** The same for a repeated case. Separate, so that repetitions do not change the values of other cases. */
  reserveForRepeat(testCase: Pick<CaseFacts, 'sendMode'>): FreshValues;
  /**
   * Switches to another random seed, in case an earlier run left its values in the implementation. Returns a function
   * that restores the seed; undefined where the values were random anyway.
   */
  reseed(): (() => void) | undefined;
}

const LOWEST = 1_000_000;
const SPAN = 2 ** 31 - 1 - LOWEST;
/** Offsets of the blocks of repeated cases, and of values beyond the block of a case with a large body. */
const REPEAT_OFFSET = Math.floor(SPAN / 3);
const OVERFLOW_OFFSET = 2 * REPEAT_OFFSET;
/** Values of each kind that fit into the block of a body. */
const BLOCK_SIZE = 16;

/** `seed` makes the values reproducible; without it every run has different values. */
export function createFreshValueSource(seed?: string): FreshValueSource {
  let start = seed === undefined ? randomInt(SPAN) : hashToNumber(seed, SPAN);
  let isSeeded = seed !== undefined;
  const numberAt = (offset: number) => LOWEST + ((start + offset) % SPAN);
  let [nextMain, nextRepeat] = [0, REPEAT_OFFSET];
  let [lastNumber, acceptedNumber] = [numberAt(0), numberAt(0)];
  const drawnIndexes = new Map<number, number>();
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

  /** Far from each other, so that the values differ in every part; from a place that depends on the seed. */
  function nextIndex(size: number): number | undefined {
    const drawn = drawnIndexes.get(size) ?? 0;
    if (drawn >= size) return undefined;
    drawnIndexes.set(size, drawn + 1);
    return (start + drawn * strideIn(size)) % size;
  }

  function createBlock(from: number, size: number): FreshValues {
    let used = 0;
    return createFreshValues(() => {
      used++;
      return used <= size ? from + used - 1 : OVERFLOW_OFFSET + hashToNumber(`${from} ${used}`, REPEAT_OFFSET);
    });
  }

  function createFreshValues(nextOffset: () => number): FreshValues {
    return {
      acceptedNumber: () => acceptedNumber,
      number: () => numberAt(nextOffset()),
      word: () => numberAt(nextOffset()).toString(36),
      uuid: () => hashToUuid(String(numberAt(nextOffset()))),
      nextIndex,
    };
  }
}

/** A step that reaches each index before any again: the golden ratio of the size, without a factor in common with it. */
function strideIn(size: number): number {
  for (let stride = Math.round(size * 0.618); stride > 1; stride--)
    if (commonDivisor(stride, size) === 1) return stride;
  return 1;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** Each concurrent or sequential request has a separate body, and so has each preceding request. */
function blockSize({ sendMode }: Pick<CaseFacts, 'sendMode'>): number {
  return BLOCK_SIZE * (countRequests(sendMode) * 2 + 2);
}

function countRequests(sendMode: CaseFacts['sendMode']): number {
  if (sendMode?.kind === 'accompanied') return sendMode.count * 2;
  const countsRequests =
    sendMode?.kind === 'concurrent' || sendMode?.kind === 'sequential' || sendMode?.kind === 'same request';
  return countsRequests ? sendMode.count : 1;
}

/** Draws an integer from 0 to below `limit`. */
export type DrawInteger = (limit: number) => number;

/** The same seed gives the same sequence of numbers. */
export function createDrawInteger(seed: string | undefined): DrawInteger {
  if (seed === undefined) return randomInt;
  let drawn = 0;
  return (limit) => {
    drawn++;
    return hashToNumber(`${seed} ${drawn}`, limit);
  };
}

/** An integer from 0 to below `limit`. */
function hashToNumber(text: string, limit: number): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) % limit;
}

/** In the format of a version 4 UUID. */
export function hashToUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
