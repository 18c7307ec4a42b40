/** Many at a time, or one alone: what had no answer in time may only have waited behind others of ours. */

export interface SharedExclusiveLock {
  /** Beside others. */
  runShared<T>(work: () => Promise<T>): Promise<T>;
  /** When the others are done, and before any further one begins. */
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
