/**
 * A shared/exclusive lock: many cases concurrently, or one exclusively. A request that timed out may only have waited
 * behind concurrent ones; an exclusive repeat shows whether it did.
 */

export interface SharedExclusiveLock {
  /** Concurrently with other shared work. */
  runShared<T>(work: () => Promise<T>): Promise<T>;
  /** After the running work has finished, and before any other starts. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createSharedExclusiveLock(): SharedExclusiveLock {
  const running = new Set<Promise<unknown>>();
  let exclusive: Promise<unknown> | undefined;

  function track<T>(work: () => Promise<T>): Promise<T> {
    const promise = work();
    const release = () => void running.delete(promise);
    running.add(promise);
    promise.then(release, release);
    return promise;
  }

  async function waitAndRun<T>(work: () => Promise<T>): Promise<T> {
    while (exclusive !== undefined) await exclusive;
    return track(work);
  }

  return {
    runShared: (work) => (exclusive === undefined ? track(work) : waitAndRun(work)),
    async runExclusive(work) {
      while (exclusive !== undefined) await exclusive;
      const exclusiveDone = Promise.withResolvers<void>();
      exclusive = exclusiveDone.promise;
      try {
        await Promise.allSettled(running);
        return await work();
      } finally {
        exclusive = undefined;
        exclusiveDone.resolve();
      }
    },
  };
}
