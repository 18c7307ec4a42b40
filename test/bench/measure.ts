/** Rounds that take turns, so that a slow moment of the machine hits all that are compared. */
const ROUNDS = 7;

interface Timed {
  readonly requests: number;
  readonly seconds: number;
}

/** The median round of each, by speed, after one round that does not count. */
export async function alternate<const Works extends readonly (() => Promise<Timed>)[]>(
  works: Works,
): Promise<{ readonly [Index in keyof Works]: Timed }>;
export async function alternate(works: readonly (() => Promise<Timed>)[]): Promise<readonly Timed[]> {
  const rounds: Timed[][] = works.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      const timed = await work();
      if (round > 0) rounds[index]?.push(timed);
    }
  }
  return rounds.map(median);
}

function median(rounds: readonly Timed[]): Timed {
  const sorted = rounds.toSorted((a, b) => a.seconds / a.requests - b.seconds / b.requests);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

/** One line of the result. */
export function line(what: string, rate: number, baseline: string, baseRate: number): string {
  const ratio = ((rate / baseRate) * 100).toFixed(0);
  return `${what.padEnd(10)}  ${ratio} % of ${baseline} (${rate.toFixed(0)} and ${baseRate.toFixed(0)} requests/s)`;
}
