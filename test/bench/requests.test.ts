/** The parts of a CPU profile, and the comparison with the profile of an earlier release. */
import { describe, expect, it } from 'vitest';
import { type ProfileNode, profileParts } from '../evals/bench/measuring/profile-parts.ts';
import { newestVersion, slowdowns } from '../evals/bench/reporting/profiles.ts';

function node(id: number, url: string, functionName: string, children: readonly number[] = []): ProfileNode {
  return { id, callFrame: { url, functionName }, children };
}

describe('the parts of a CPU profile', () => {
  const nodes = [
    node(1, '', '(root)', [2, 6, 7]),
    node(2, 'file:///kit/mock/request/request-handler.ts', 'handle', [3, 5]),
    node(3, 'file:///kit/spec/validation/validate.ts', 'validate', [4]),
    node(4, '', 'filter'),
    node(5, 'file:///kit/spec/json/exact-json.ts', 'parseJson'),
    node(6, '', '(garbage collector)'),
    node(7, 'node:net', 'onread'),
  ];

  it('are those of the innermost known frames; other functions belong to their callers', () => {
    const samples = [3, 4, 5, 2, 6, 7];
    const parts = profileParts({ nodes, samples, timeDeltas: [0, 10, 20, 5, 3, 2, 1] });
    expect([...parts]).toEqual([
      ['validation', 30],
      ['JSON', 5],
      ['other work of the mock', 3],
      ['garbage collection', 2],
      ['sockets and the rest of Node', 1],
    ]);
  });

  it('are none without samples', () => {
    expect([...profileParts({ nodes })]).toEqual([]);
  });
});

describe('the comparison with a stored profile', () => {
  it('reports what has grown by more than 10 %', () => {
    const before = { cpu: 2, bytes: 20_000, removed: 1 };
    expect(slowdowns(before, { cpu: 2.2, bytes: 15_000, added: 9 })).toEqual([]);
    expect(slowdowns(before, { cpu: 2.5, bytes: 24_000 })).toEqual([
      'cpu: 2.5, 25 % more than 2',
      'bytes: 24,000, 20 % more than 20,000',
    ]);
  });

  it('is with the newest release, by number', () => {
    expect(newestVersion(['0.9.0', '0.10.0', '0.2.11'])).toBe('0.10.0');
    expect(newestVersion([])).toBeUndefined();
  });
});
