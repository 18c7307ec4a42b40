/** Where fresh values come from: each run has numbers of its own, and each case of it a block of them. */
import { createHash, randomInt } from 'node:crypto';
import type { CaseFacts } from '../../model/case.ts';
import type { Fresh } from '../../model/draft.ts';

export interface FreshSource extends Fresh {
  /** The number given out last has been accepted: it is known from now on. */
  keep(): void;
  /** For one case, whatever else is under way. In the order of the calls the same each time. */
  reserve(tried: Pick<CaseFacts, 'company'>): Fresh;
  /** The same for a case that is sent again: how often that happens is not to change what others get. */
  reserveAgain(tried: Pick<CaseFacts, 'company'>): Fresh;
  /**
   * An earlier run may have left its values here: goes on with others. Gives the way back, for where that was not it;
   * undefined where they were drawn by chance anyway.
   */
  moveOn(): (() => void) | undefined;
}

const LOWEST = 1_000_000;
const SPAN = 2 ** 31 - 1 - LOWEST;
/** Beyond the blocks of cases, those of cases that are sent again; and what large bodies need beside their block. */
const AGAIN = Math.floor(SPAN / 3);
const BEYOND = 2 * AGAIN;
/** Values of each kind that a body has room for in its block. */
const BLOCK = 16;

/** `seed` is for those who want the same values again; without it a second run has others. */
export function freshSource(seed?: string): FreshSource {
  let start = seed === undefined ? randomInt(SPAN) : hashed(seed, SPAN);
  let isSeeded = seed !== undefined;
  const at = (offset: number) => LOWEST + ((start + offset) % SPAN);
  let [main, again] = [0, AGAIN];
  let [last, known] = [at(0), at(0)];
  const direct = valuesOf(takeMain);
  return {
    ...direct,
    number: () => {
      last = direct.number();
      return last;
    },
    keep: () => {
      known = last;
    },
    reserve: (tried) => block(takeMain(sizeOf(tried)), sizeOf(tried)),
    reserveAgain: (tried) => {
      const from = again;
      again += sizeOf(tried);
      return block(from, sizeOf(tried));
    },
    moveOn() {
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

  function takeMain(size = 1): number {
    main += size;
    return main - size;
  }

  function block(from: number, size: number): Fresh {
    let used = 0;
    return valuesOf(() => {
      used++;
      return used <= size ? from + used - 1 : BEYOND + hashed(`${from} ${used}`, AGAIN);
    });
  }

  function valuesOf(take: () => number): Fresh {
    return {
      known: () => known,
      number: () => at(take()),
      word: () => at(take()).toString(36),
      uuid: () => uuidOf(String(at(take()))),
    };
  }
}

/** Each request of the company has a body of its own, and so has what goes before it. */
function sizeOf({ company }: Pick<CaseFacts, 'company'>): number {
  const requests = company?.kind === 'at once' || company?.kind === 'in a row' ? company.times : 1;
  return BLOCK * (requests * 2 + 2);
}

/** A whole number from 0, below `limit`. */
export type Draw = (limit: number) => number;

/** The same seed gives the same numbers, one after the other. */
export function drawFrom(seed: string | undefined): Draw {
  if (seed === undefined) return randomInt;
  let drawn = 0;
  return (limit) => {
    drawn++;
    return hashed(`${seed} ${drawn}`, limit);
  };
}

/** From 0, below `limit`. */
function hashed(text: string, limit: number): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) % limit;
}

/** Version 4 in form. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
