/** Mixed load on a fake store, as even as it goes, until it is told to end. */
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadTarget, requestKinds } from './request-kinds.ts';

export interface MixedLoad {
  readonly requests: () => number;
  /** What did not come out as it has to: `KIND: OUTCOME`, with how often. */
  readonly errors: () => ReadonlyMap<string, number>;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/** One of them goes on while another one waits for a slow answer. */
const CONCURRENCY = 8;
/** Milliseconds after each: memory is to be looked at, not speed. */
const PAUSE_MS = 15;

export function startMixedLoad(target: LoadTarget): MixedLoad {
  let isStopped = false;
  let requests = 0;
  const errors = new Map<string, number>();
  const lines = [...Array(CONCURRENCY).keys()].map(async (line) => {
    for (let next = line; !isStopped; next++) {
      const kind = requestKinds[next % requestKinds.length];
      if (kind === undefined) continue;
      const outcome = await kind.send(target);
      requests++;
      const name = `${kind.name}: ${outcome}`;
      if (!kind.expectedOutcomes.includes(outcome)) errors.set(name, (errors.get(name) ?? 0) + 1);
      await pause(PAUSE_MS);
    }
  });
  return {
    requests: () => requests,
    errors: () => errors,
    async stop() {
      isStopped = true;
      await Promise.all(lines);
    },
  };
}
