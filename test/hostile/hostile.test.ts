/** Each of the hostile servers before the verifier: ends in time, is judged for its habit alone, and leaves nothing behind. */
import { describe, test, vi } from 'vitest';
import { reportsIn } from '../../contracts/render/write.ts';
import { type Judged, judge } from '../evals/hostile/judge.ts';
import type { Demand, HostileServer, Manner } from '../evals/hostile/server.ts';
import { themes } from '../evals/hostile/servers/index.ts';
import { harmIn } from '../evals/hostile/unharmed.ts';
import { defaultToken as token } from '../evals/zoo/index.ts';

/** Far more than any of them takes; the machine may be busy. */
vi.setConfig({ maxConcurrency: 6 });

/** A long limit where nothing is to reach it: others run in this process. */
const manners: Readonly<Record<Manner | 'most', { readonly timeoutMs: number; readonly budget?: number }>> = {
  hangs: { timeoutMs: 1_500, budget: 20 },
  heavy: { timeoutMs: 30_000, budget: 4 },
  whole: { timeoutMs: 30_000 },
  most: { timeoutMs: 30_000, budget: 60 },
};

const reportNames = reportsIn('').map(({ file }) => file);

describe.concurrent.for(themes)('$words', ({ servers }) => {
  test.for(servers)('$name', async (server, { expect }) => {
    const running = await server.start(token);
    try {
      const judged = await judge(running.url, { token, ...manners[server.manner ?? 'most'] });
      expect(differences(server, judged), `${server.what}\n${judged.told.slice(0, 2_000)}`).toEqual([]);
      expect(running.strayed?.() ?? []).toEqual([]);
      expect(harmIn('printed', judged.printed, token)).toEqual([]);
      expect([...judged.files].flatMap(([name, text]) => harmIn(name, text, token))).toEqual([]);
      expect([...judged.files.keys()].toSorted()).toEqual(
        judged.error === undefined ? reportNames.toSorted() : [],
      );
    } finally {
      await running.close();
    }
  });
});

/** What is not as demanded, in words. */
function differences({ demand }: HostileServer, judged: Judged): readonly string[] {
  const { exit, checks, told, error } = judged;
  const wrongExit = exit === demand.exit ? [] : [`exit ${exit} in place of ${demand.exit}`];
  return [
    ...wrongExit,
    ...checkFaults(demand, checks),
    ...errorFaults(demand, error),
    ...wordFaults(demand, told),
  ];
}

function checkFaults(demand: Demand, found: readonly string[]): readonly string[] {
  const wanted = demand.exit === 1 ? demand.checks : [];
  const allowed = demand.exit === 1 ? [...wanted, ...(demand.also ?? [])] : [];
  return [
    ...wanted.filter((check) => !found.includes(check)).map((check) => `${check} finds nothing`),
    ...found.filter((check) => !allowed.includes(check)).map((check) => `${check} accuses`),
  ];
}

function errorFaults(demand: Demand, error: string | undefined): readonly string[] {
  const wanted = demand.exit === 2 && demand.error !== 'unjudged' ? demand.error : undefined;
  return error === wanted ? [] : [`error ${error} in place of ${wanted}`];
}

function wordFaults(demand: Demand, told: string): readonly string[] {
  const words = demand.exit === 0 ? undefined : demand.told;
  return words === undefined || words.test(told) ? [] : [`nothing is told of ${words}`];
}
