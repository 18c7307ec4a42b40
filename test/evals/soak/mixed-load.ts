/** Mixed load on a fake store, as even as it goes, until it is told to end. */
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadTarget, type RequestKind, requestKinds } from './request-kinds.ts';
import { startStallWatch } from './stall-watch.ts';

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
/** Milliseconds after which the server has closed an idle connection. */
const KEPT_MS = 6_000;

export function startMixedLoad(target: LoadTarget): MixedLoad {
  let isStopped = false;
  let requests = 0;
  const errors = new Map<string, number>();
  const stalls = startStallWatch();
  /**
   * A server rightly ends what does not go on in time. After a stall of this process the request is sent again, on a
   * connection that was not idle meanwhile.
   */
  const sendOnTime = async (kind: RequestKind, loadTarget: LoadTarget): Promise<string> => {
    for (;;) {
      const begun = performance.now();
      const outcome = await kind.send(loadTarget);
      if (kind.expectedOutcomes.includes(outcome) || !stalls.hasStalledSince(begun - KEPT_MS)) return outcome;
    }
  };
  const lines = [...Array(CONCURRENCY).keys()].map(async (line) => {
    for (let next = line; !isStopped; next++) {
      const kind = requestKinds[next % requestKinds.length];
      if (kind === undefined) continue;
      const outcome = await sendOnTime(kind, target);
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
      stalls.stop();
    },
  };
}
