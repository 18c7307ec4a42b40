/** The time of a run is shared among its operations. The clock of the run only advances with the requests. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { startMock } from '../../../mock/index.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { tokenCredentials, verify } from '../support.ts';
import { startRejectingProxy } from './rejecting-proxy.ts';

const spec = 'test/fixtures/mock/todos.yaml';
const contract = await loadContract(spec);

async function run(maxSeconds: number, msPerRequest: number) {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const advance = () => void vi.advanceTimersByTime(msPerRequest);
  const baseUrl = await startRejectingProxy(mock.url, advance, onTestFinished);
  return verify({ contract, baseUrl, credentials: tokenCredentials(mock.token), maxSeconds, timeoutMs: 60_000 });
}

const ids = contract.operations.map(({ id }) => id);

function cutOperations({ unchecked }: RunResult): ReadonlySet<string> {
  const cut = unchecked.filter(({ reason }) => reason.includes('--max-time'));
  expect(cut.every(({ casesRun }) => casesRun === 'some')).toBe(true);
  return new Set(cut.map(({ operation }) => operation));
}

test('every operation has its share, and those whose cases were cut are named', async () => {
  const result = await run(40, 100);
  const counts = ids.map((id) => result.rows.reduce((sum, row) => sum + (row.operation === id ? row.cases : 0), 0));
  expect(Math.min(...counts)).toBeGreaterThan(3);
  expect(Math.max(...counts) / counts.reduce((sum, count) => sum + count)).toBeLessThan(0.5);
  expect(cutOperations(result).size).toBeGreaterThan(3);
  expect(result.ms).toBeLessThan(60_000);
});

test('with less than a second for each, every operation still has cases', async () => {
  const result = await run(4, 100);
  expect(new Set(result.rows.map(({ operation }) => operation))).toEqual(new Set(ids));
  expect(cutOperations(result).size).toBeGreaterThan(3);
});

test('every operation is tried once, even where a single request takes longer than the run may', async () => {
  const result = await run(1, 1_500);
  expect(new Set(result.rows.map(({ operation }) => operation))).toEqual(new Set(ids));
  expect(cutOperations(result)).toEqual(new Set(ids));
});

test('operations are not tried for more than 30 s after the end of the run', async () => {
  const result = await run(1, 20_000);
  const tried = new Set(result.rows.map(({ operation }) => operation));
  expect(tried.size).toBe(2);
  expect(result.unchecked.filter(({ casesRun }) => casesRun === 'none')).toHaveLength(ids.length - 2);
});
