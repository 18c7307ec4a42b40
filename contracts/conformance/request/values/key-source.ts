/** Keys that an implementation accepts, where it rejects others although the contract allows them. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { ValueSpace } from './distinct-texts.ts';

export interface KeySource {
  /** Undefined when there is none. */
  next(fresh: FreshValues): Json | undefined;
  /** Whether it has supplied the key. */
  isKnown(key: Json): boolean;
  /** It has enough keys for a run; otherwise each is used again when its record is deleted. */
  readonly isUnlimited: boolean;
  /** The most that it can have. */
  readonly size: number;
}

/** A key may be one in a hundred: drawing them costs no request. */
const MAX_DRAWS = 5_000;

/**
 * The golden ratio: its multiples are far from each other in every part of a space, so that keys have no digits in common,
 * and whether one is valid says nothing about the next.
 */
const SPREAD = (Math.sqrt(5) - 1) / 2;

/** A run uses fewer keys. */
const ENOUGH_KEYS = 10_000;

/** The keys of a space for which a rule holds, each once as long as there are any. */
export function keysInSpace(space: ValueSpace, schema: Schema, isAllowed: (key: string) => boolean): KeySource {
  const used = new Set<string>();
  return {
    isUnlimited: space.size >= ENOUGH_KEYS,
    size: space.size,
    isKnown: (key) => typeof key === 'string' && used.has(key),
    next(fresh) {
      const start = Math.floor(((fresh.number() * SPREAD) % 1) * Math.min(space.size, Number.MAX_SAFE_INTEGER));
      const key = draw(start) ?? drawUsed(start);
      if (key !== undefined) used.add(key);
      return key;
    },
  };

  function draw(start: number, isRepeated = false): string | undefined {
    for (let drawn = 0; drawn < Math.min(MAX_DRAWS, space.size); drawn++) {
      const key = space.valueAt((start + drawn) % space.size);
      if (typeof key !== 'string' || used.has(key) !== isRepeated) continue;
      if (isAllowed(key) && isValid(schema, key, 'request')) return key;
    }
    return undefined;
  }

  function drawUsed(start: number): string | undefined {
    return used.size === 0 ? undefined : draw(start, true);
  }
}

/** A few known keys, in turn. */
export function fewKeys(keys: readonly Json[]): KeySource {
  let drawn = 0;
  const known = new Set(keys.map(stringifyJson));
  return {
    isUnlimited: false,
    size: known.size,
    isKnown: (key) => known.has(stringifyJson(key)),
    next: () => keys[drawn++ % keys.length],
  };
}
