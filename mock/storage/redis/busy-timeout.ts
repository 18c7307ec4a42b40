/** A time limit for a result of Redis that does not count the time in which this process is busy. */

export class RedisTimeout extends Error {
  constructor(milliseconds: number) {
    super(`no response within ${milliseconds} ms`);
  }
}

/** A time limit is counted in so many steps. */
const TIMEOUT_STEPS = 20;

/**
 * Counts only the time in which this process could receive the result: while it is busy no timer runs, so that a long
 * computation takes one step.
 */
export async function withTimeout<Result>(pendingResult: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  let stepsLeft = TIMEOUT_STEPS;
  const step = () => {
    stepsLeft -= 1;
    if (stepsLeft > 0) timer = setTimeout(step, milliseconds / TIMEOUT_STEPS);
    else reject(new RedisTimeout(milliseconds));
  };
  let timer = setTimeout(step, milliseconds / TIMEOUT_STEPS);
  try {
    return await Promise.race([pendingResult, promise]);
  } finally {
    clearTimeout(timer);
  }
}
