/** Documents that are small, or plain, and take for ever where an algorithm goes every way through them. */
import { beforeAll, expect, test } from 'vitest';
import { algorithms } from '../../evals/hostile/documents/algorithms.ts';
import { documents } from '../../evals/hostile/documents/documents.ts';
import { kinds } from '../../evals/hostile/documents/keyword-kinds.ts';
import { runTasks } from '../../evals/hostile/documents/run-tasks.ts';
import type { TaskOutcome } from '../../evals/hostile/documents/task-process.ts';

/** Seconds of CPU, generously: most take some hundredths, and what is exponential takes years. */
const MOST_CPU = 5;

/** What is slow in one shape is mostly slow in this one: each schema leads to two, which both lead to both of the next. */
const doubled = kinds.map(({ name, versions }) => `${name}, doubled by two ways (${versions.at(-1)})`);
const rings = kinds.map(({ name, versions }) => `${name}, in a ring (${versions.at(-1)})`);
const tried = [...doubled, ...rings];
/** Those without a server; `node test/evals/hostile/documents/run.ts` has all commands. */
const local = Object.keys(algorithms).filter((name) => !['serving', 'verification'].includes(name));

test('the documents that are tried are there, each with a name of its own', () => {
  const names = documents.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(tried));
});

const outcomes: TaskOutcome[] = [];

// One process for all of them: to start it takes longer than most do.
beforeAll(async () => {
  const cells = tried.flatMap((document) => ['load', ...local].map((algorithm) => ({ document, algorithm })));
  for await (const outcome of runTasks(cells)) outcomes.push(outcome);
}, 600_000);

test.each(tried)('%s comes to an end with all algorithms, or is rejected clearly', (name) => {
  const own = outcomes.filter(({ document }) => document === name);
  expect(own).toHaveLength(local.length + 1);
  const wrong = own.filter(
    ({ cpuSeconds, errorCode: rejected = '', result }) =>
      cpuSeconds > MOST_CPU || ['crashed', 'endless'].includes(rejected) || result === 'CONTRADICTORY',
  );
  expect(wrong).toEqual([]);
});
