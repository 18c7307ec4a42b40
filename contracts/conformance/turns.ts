/** Many at a time, or one alone: what had no answer in time may only have waited behind others of ours. */

export interface Turns {
  /** Beside others. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** When the others are done, and before any further one begins. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const underWay = new Set<Promise<unknown>>();
  let alone: Promise<unknown> | undefined;

  async function tracked<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  }

  return {
    async share(work) {
      while (alone !== undefined) await alone;
      return tracked(work);
    },
    async alone(work) {
      while (alone !== undefined) await alone;
      const quiet = Promise.withResolvers<void>();
      alone = quiet.promise;
      try {
        await Promise.allSettled(underWay);
        return await work();
      } finally {
        alone = undefined;
        quiet.resolve();
      }
    },
  };
}
