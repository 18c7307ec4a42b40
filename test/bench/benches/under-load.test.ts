import { expect, it } from 'vitest';
import { measureUnderLoad } from '../../evals/bench/benches/under-load.ts';
import { bareServer, baselineServer } from '../../evals/bench/servers.ts';

it('every server alternates with the first, and each round has the times of both', async () => {
  const call = { method: 'POST', path: '/plants', headers: {}, body: '{}' } as const;
  const effort = {
    rounds: 2,
    connections: 2,
    requests: 20,
    seconds: 300,
    warmUp: { requests: 5, seconds: 5 },
  };
  const calls = new Map([['without a token', call]]);
  const { loaded, notes } = await measureUnderLoad({
    servers: [baselineServer, bareServer],
    calls,
    settings: effort,
  });
  expect(notes).toEqual([]);
  const [first, other] = loaded.map(({ rounds }) => rounds.get('without a token') ?? []);
  expect(first).toHaveLength(2);
  expect(first?.every(({ measured, baseline: beside }) => measured === beside)).toBe(true);
  // The baseline rejects requests, the bare server responds to all.
  expect(other?.map(({ measured, baseline: beside }) => [measured.statuses, beside.statuses])).toEqual([
    [[200], [400]],
    [[200], [400]],
  ]);
});
