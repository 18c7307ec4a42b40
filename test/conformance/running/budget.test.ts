import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { interleave } from '../../../contracts/conformance/plan/with-baseline.ts';
import { runConformance } from '../../../contracts/conformance/run.ts';
import { createCaseBudget } from '../../../contracts/conformance/running/shard-and-budget.ts';
import { startMock } from '../../../mock/index.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');

type Bounds = Pick<Parameters<typeof runConformance>[0], 'budget' | 'operations' | 'shard'>;

async function runVerifier(bounds: Bounds): Promise<RunResult> {
  const mock = await startMock({ spec: 'test/fixtures/mock/todos.yaml' });
  const credentials = { token: mock.token, byScheme: new Map<string, string>() };
  const target = {
    contract: todos,
    baseUrl: mock.url,
    credentials,
    timeoutMs: 60_000,
    concurrency: 4,
    categories: [],
  };
  try {
    for await (const event of runConformance({ ...target, ...bounds })) {
      if (event.type === 'finished') return event.result;
    }
  } finally {
    await mock.close();
  }
  throw new Error('no result');
}

describe('a budget', () => {
  it('gives every operation a share, and its unused part to later ones', async () => {
    const { cases, rows, scope } = await runVerifier({ budget: 90 });
    expect(cases).toBeLessThanOrEqual(90);
    expect(cases).toBeGreaterThan(70);
    expect(new Set(rows.map(({ operation }) => operation)).size).toBe(todos.operations.length);
    expect(scope).toMatchObject({ operations: [], budget: 90 });
    expect(scope?.truncatedOperations).toContain('createTodo');
  });

  it('runs one case of every test category before any second case', async () => {
    const { rows } = await runVerifier({ budget: 40, operations: ['createTodo'] });
    expect(rows.length).toBeGreaterThan(12);
  });

  it('selects the same cases in every shard of a run', async () => {
    const parts = [1, 2].map((index) =>
      runVerifier({ budget: 60, operations: ['createTodo'], shard: { index, of: 2 } }),
    );
    const [one, other] = await Promise.all(parts);
    expect([one?.cases, other?.cases]).toEqual([expect.any(Number), expect.any(Number)]);
    expect((one?.cases ?? 0) + (other?.cases ?? 0)).toBe(60);
  });

  it('omits nothing when it is large enough, and reports that', async () => {
    const { scope } = await runVerifier({ budget: 100_000, operations: ['listTodos'] });
    expect(scope?.truncatedOperations).toEqual([]);
  });

  it('below the number of operations tests a sample of them, and names the others', async () => {
    const { cases, rows, scope } = await runVerifier({ budget: 2 });
    const ids = todos.operations.map(({ id }) => id);
    expect([cases, new Set(rows.map(({ operation }) => operation)).size]).toEqual([2, 2]);
    expect(scope?.operations).toHaveLength(2);
    expect(new Set([...(scope?.operations ?? []), ...(scope?.omittedOperations ?? [])])).toEqual(new Set(ids));
  });

  it('gives every operation a case when it is exactly large enough', async () => {
    const { rows, scope } = await runVerifier({ budget: todos.operations.length });
    expect(new Set(rows.map(({ operation }) => operation)).size).toBe(todos.operations.length);
    expect(scope?.omittedOperations).toBeUndefined();
  });

  it('gives the rest to the last operation', () => {
    const budget = createCaseBudget(10, 2);
    const share = budget.nextShare();
    expect([...share.take([])]).toEqual([]);
    share.release();
    expect(budget.nextShare().maxCases).toBe(10);
  });

  it('keeps the share of an operation that is still checked', () => {
    const budget = createCaseBudget(10, 2);
    budget.nextShare();
    expect(budget.nextShare().maxCases).toBe(5);
  });
});

describe('operations by name', () => {
  it('are the only ones checked', async () => {
    const { rows, coverage, scope } = await runVerifier({ operations: ['listTodos'] });
    expect(new Set(rows.map(({ operation }) => operation))).toEqual(new Set(['listTodos']));
    expect(coverage.operations.map(({ operation }) => operation)).toEqual(['listTodos']);
    expect(scope).toEqual({ operations: ['listTodos'], truncatedOperations: [] });
  });

  it('are rejected when the contract has none with the name', async () => {
    await expect(runVerifier({ operations: ['eatTodo'] })).rejects.toThrow('eatTodo');
  });
});

it('yields one item of each in turn', () => {
  expect([...interleave([[1, 2, 3], [], [4], [5, 6]])]).toEqual([1, 4, 5, 2, 6, 3]);
});
