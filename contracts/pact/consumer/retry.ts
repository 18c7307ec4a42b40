/** Repeats a call that the store cannot have acted on, as long as its time allows. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CreatePlantResult } from './create-plant-answer.ts';
import type { Deadline } from './deadline.ts';

export interface Patience {
  readonly retries: number;
  readonly deadline: Pick<Deadline, 'signal' | 'remainingMs'>;
}

/** `send` is called once and then at most `retries` times; the last result counts. */
export async function withRetries(
  send: () => Promise<CreatePlantResult>,
  { retries, deadline }: Patience,
): Promise<CreatePlantResult> {
  for (let repeated = 0; ; repeated++) {
    const result = await send();
    const waitMs = waitBeforeRepeating(result, repeated);
    if (waitMs === undefined || repeated >= retries) return result;
    // Also when the caller gave up: then there is no time left for anything.
    if (deadline.signal.aborted || waitMs >= deadline.remainingMs()) return result;
    // Cut short when the caller gives up; the next attempt then ends before it begins, and says why.
    await delay(waitMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  }
}

/** Milliseconds; undefined where the plant may have been created, or all is said. */
function waitBeforeRepeating(result: CreatePlantResult, repeated: number): number | undefined {
  const backoff = backoffMs(repeated);
  if (result.kind === 'network') return result.mayHaveCreated ? undefined : backoff;
  if (result.kind !== 'unexpected') return undefined;
  const { status, retryAfterMs } = result;
  const asked = retryAfterMs === undefined ? undefined : retryAfterMs + backoff;
  if (status === 429) return asked ?? backoff;
  return status === 503 ? asked : undefined;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** Doubles each time; half of it is left to chance, so that clients refused together do not return together. */
export function backoffMs(repeated: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** repeated, LONGEST_BACKOFF_MS);
  return whole * (0.5 + Math.random() / 2);
}
