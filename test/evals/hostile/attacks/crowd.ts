/** Many connections at once, and what they do to whoever comes next. */
import type { Opponent, Play } from './attack.ts';
import { create, PLANT } from './requests.ts';
import type { Wire } from './wire/wire.ts';

export const GOOD = create(PLANT);

/** So many connections, on each the same. */
export function many(
  store: Opponent,
  count: number,
  play: (wire: Wire, n: number) => unknown,
): Promise<readonly Wire[]> {
  return Promise.all(
    Array.from({ length: count }, async (_unused, n) => {
      const wire = await store.open();
      await play(wire, n);
      return wire;
    }),
  );
}

/** The answer that counts is that to a good request afterwards. */
export function afterwards(play: (store: Opponent) => Promise<unknown>): Play {
  return async (store) => {
    await play(store);
    const wire = await store.open();
    await wire.write(GOOD);
    return wire;
  };
}
