/** Hands what the primary made up to its workers: through the environment, which others cannot read. */
import type { MadeUp } from '../../../mock/start/made-up.ts';

const VARIABLE = 'PLANT_STORE_MADE_UP';

/** For all processes that are started from now on. */
export function handOver(madeUp: MadeUp): void {
  process.env[VARIABLE] = JSON.stringify(madeUp);
}

/** Undefined where nobody handed anything over. */
export function takeOver(): MadeUp | undefined {
  const text = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (text === undefined) return undefined;
  const madeUp: MadeUp = JSON.parse(text);
  return madeUp;
}
