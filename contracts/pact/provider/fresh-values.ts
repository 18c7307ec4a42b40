/** Values that no earlier run has sent: a store may refuse an id that it knows, and a second run must end like the first. */
import { randomInt } from 'node:crypto';
import type { Json } from '../../../spec/exact-json.ts';

/** `freshId` is within ±(2^53-1), `freshLargeId` beyond it and within int64. */
export function freshValues(): Readonly<Record<string, Json>> {
  const random = randomInt(2 ** 47);
  return { freshId: 2 ** 47 + random, freshLargeId: 2n ** 62n + BigInt(random) };
}
