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

  function tracked<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    const ended = () => void underWay.delete(running);
    underWay.add(running);
    running.then(ended, ended);
    return running;
  }

  async function waitAndShare<T>(work: () => Promise<T>): Promise<T> {
    while (alone !== undefined) await alone;
    return tracked(work);
  }

  return {
    share: (work) => (alone === undefined ? tracked(work) : waitAndShare(work)),
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
