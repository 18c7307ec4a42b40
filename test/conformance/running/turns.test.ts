import { expect, test } from 'vitest';
import type { CaseFinished } from '../../../contracts/conformance/model/run-result.ts';
import { createTurns, type Pause, type TurnTask, takeTurns } from '../../../contracts/conformance/running/turns.ts';

interface Work {
  readonly cases: number;
  /** Milliseconds of each case. */
  readonly caseMs?: number;
  /** The implementation limits the rate of its first requests. */
  readonly limitedUntil?: number;
}

/** Runs the operations of each phase against a clock of its own; returns what happened, in order. */
async function runOperations(phases: readonly Readonly<Record<string, Work>>[], endsAt: number) {
  let time = 0;
  const log: string[] = [];
  const wait = async (ms: number) => {
    log.push(`wait ${ms}`);
    time += ms;
  };
  const turns = createTurns(endsAt, { now: () => time, wait, isStopped: () => time >= endsAt });
  async function* createTask(operation: string, { cases, caseMs = 10, limitedUntil }: Work): TurnTask {
    if (limitedUntil !== undefined) yield { type: 'pause', reason: 'rate limit', until: limitedUntil } satisfies Pause;
    if (turns.isShort()) {
      log.push(`short ${operation}`);
      yield { type: 'pause', reason: 'time' } satisfies Pause;
    }
    for (let sent = 0; sent < cases; ) {
      if (turns.isLast()) return void log.push(`${operation} ends after ${sent}`);
      do {
        time += caseMs;
        sent++;
        yield { type: 'case', operation, category: 'valid-bodies', result: 'passed' } satisfies CaseFinished;
      } while (sent < cases && !turns.isOver());
      if (sent < cases) yield { type: 'pause', reason: 'time' } satisfies Pause;
    }
  }
  const tasks = phases.map((phase) => Object.entries(phase).map(([name, work]) => createTask(name, work)));
  for await (const { operation } of takeTurns(tasks, turns)) log.push(operation);
  return { log, time };
}

test('with enough time, one operation runs after the other', async () => {
  const { log } = await runOperations([{ a: { cases: 2 }, b: { cases: 1 } }, { c: { cases: 1 } }], 10_000);
  expect(log).toEqual(['a', 'a', 'b', 'c']);
});

test('with little time, each operation has its share, and those before do not use up that of the last', async () => {
  const caseMs = 1_000;
  const { log, time } = await runOperations(
    [{ a: { cases: 99, caseMs }, b: { cases: 1, caseMs }, c: { cases: 99, caseMs } }],
    9_000,
  );
  expect(log.filter((one) => one === 'b')).toHaveLength(1);
  expect(log.filter((one) => one === 'c').length).toBeGreaterThanOrEqual(4);
  expect(log).toEqual(expect.arrayContaining([expect.stringMatching(/^a ends/), expect.stringMatching(/^c ends/)]));
  expect(time).toBeLessThanOrEqual(11_000);
});

test('without any time, each operation still has one case', async () => {
  const { log } = await runOperations([{ a: { cases: 9 }, b: { cases: 9 } }, { c: { cases: 9 } }], 0);
  expect(log).toEqual([
    ...['short a', 'short b', 'short c'],
    ...['a', 'b', 'a ends after 1', 'b ends after 1', 'c', 'c ends after 1'],
  ]);
});

test('a phase leaves time for the next one, which begins after it', async () => {
  const { log } = await runOperations([{ a: { cases: 999 } }, { b: { cases: 999 } }], 4_000);
  expect(log.indexOf('b')).toBeGreaterThan(log.lastIndexOf('a'));
  expect(log.filter((one) => one === 'b').length).toBeGreaterThanOrEqual(200);
});

test('an operation with a rate limit comes again after the others, when the limit is over', async () => {
  const operations = { a: { cases: 2, limitedUntil: 200 }, b: { cases: 3 } };
  expect((await runOperations([operations, { c: { cases: 1 } }], 10_000)).log).toEqual([
    ...['b', 'b', 'b', 'wait 170', 'a', 'a', 'c'],
  ]);
});

test('a limit that lasts longer than the run is not waited for', async () => {
  const { log } = await runOperations([{ a: { cases: 1, limitedUntil: 9_000_000 } }], 10_000);
  expect(log).toEqual(['wait 0', 'a']);
});
