/**
 * Work that is synchronous for most requests: with records in memory, nothing but the body has to be waited for, and a
 * promise for each step would cost as much as the steps.
 */

export type MaybePromise<T> = T | Promise<T>;

/** Continues immediately if the value is there, and otherwise when it is. */
export function whenReady<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The result of work that may throw or reject, or what is made of the error. */
export function recoverWhenReady<T>(work: () => MaybePromise<T>, recover: (error: unknown) => T): MaybePromise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
