/** Faker for handlers: each call draws other values, and each run the same. */
import type { Operation } from '../../spec/model/contract.ts';
import { DEFAULT_LOCALE, type Faker, loadFaker, seedFaker } from '../made-up/faker.ts';

interface FakerOptions {
  readonly seed?: number;
  /** A known one. */
  readonly locale?: string;
}

/** The result is for one call of the handler of an operation. Faker is loaded when the handler first asks for it. */
export function createFakerSource({ seed = 0, locale = DEFAULT_LOCALE }: FakerOptions) {
  const calls = new Map<string, number>();
  return ({ id }: Operation): (() => Faker) => {
    const call = (calls.get(id) ?? 0) + 1;
    calls.set(id, call);
    let seeded: Faker | undefined;
    return () => {
      // Made-up values have set another state since; a handler that asks twice continues with its own values.
      seeded ??= seedFaker(loadFaker(locale), `${seed} ${id} ${call}`);
      return seeded;
    };
  };
}
