/** Mixed load on a fake store, as even as it goes, until it is told to end. */
import { setTimeout as pause } from 'node:timers/promises';
import { kinds, type Target } from './requests.ts';

export interface Load {
  readonly requests: () => number;
  /** What did not come out as it has to: `KIND: OUTCOME`, with how often. */
  readonly errors: () => ReadonlyMap<string, number>;
  /** Resolves when nothing is under way any more. */
  end(): Promise<void>;
}

/** One of them goes on while another one waits for a slow answer. */
const AT_ONCE = 8;
/** Milliseconds after each: memory is to be looked at, not speed. */
const PAUSE_MS = 15;

export function startLoad(target: Target): Load {
  let isOver = false;
  let requests = 0;
  const errors = new Map<string, number>();
  const lines = [...Array(AT_ONCE).keys()].map(async (line) => {
    for (let next = line; !isOver; next++) {
      const kind = kinds[next % kinds.length];
      if (kind === undefined) continue;
      const outcome = await kind.send(target);
      requests++;
      const name = `${kind.name}: ${outcome}`;
      if (!kind.wanted.includes(outcome)) errors.set(name, (errors.get(name) ?? 0) + 1);
      await pause(PAUSE_MS);
    }
  });
  return {
    requests: () => requests,
    errors: () => errors,
    async end() {
      isOver = true;
      await Promise.all(lines);
    },
  };
}
