import { expect, it } from 'vitest';
import { underLoad } from '../../evals/bench/benches/under-load.ts';
import { bare, baseline } from '../../evals/bench/servers.ts';

it('every server takes turns with the first, and each round has what both felt', async () => {
  const call = { method: 'POST', path: '/plants', headers: {}, body: '{}' } as const;
  const effort = {
    rounds: 2,
    connections: 2,
    requests: 20,
    seconds: 300,
    warmUp: { requests: 5, seconds: 5 },
  };
  const calls = new Map([['without a token', call]]);
  const { loaded, notes } = await underLoad({ servers: [baseline, bare], calls, effort });
  expect(notes).toEqual([]);
  const [first, other] = loaded.map(({ rounds }) => rounds.get('without a token') ?? []);
  expect(first).toHaveLength(2);
  expect(first?.every(({ felt, beside }) => felt === beside)).toBe(true);
  // The baseline refuses, the bare one answers whatever is asked.
  expect(other?.map(({ felt, beside }) => [felt.statuses, beside.statuses])).toEqual([
    [[200], [400]],
    [[200], [400]],
  ]);
});
