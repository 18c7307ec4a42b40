/** What is mutated, and the tests that have to notice. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

export interface TestSuite {
  readonly name: string;
  /** Files, in the order in which they are asked. */
  readonly tests: readonly string[];
}

export interface MutationTarget {
  readonly name: string;
  /** Absolute; the files below are relative to it. */
  readonly root: string;
  readonly files: readonly string[];
  /** A later one is asked only when the ones before notice nothing. */
  readonly suites: readonly TestSuite[];
}

export interface KillingTest {
  readonly suite: string;
  readonly test: string;
}

/** What a worker is told: without a mutant, to run the tests before the program as it is. */
export interface WorkerTask {
  readonly mutant?: Mutant;
}

/** What a worker says. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'judged'; readonly killer: KillingTest | undefined };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const consumer = 'contracts/pact/consumer';
const clientTests = ['store-client', 'retry', 'deadline', 'retries'];

const targets: readonly MutationTarget[] = [
  {
    name: 'client',
    root,
    files: ['store-client', 'retry', 'create-plant-response'].map((name) => `${consumer}/${name}.ts`),
    suites: [
      { name: 'interaction', tests: [`${consumer}/create-plant.test.ts`] },
      { name: 'client test', tests: clientTests.map((name) => `test/pact/consumer/${name}.test.ts`) },
    ],
  },
  fixture('fixture', ['first', 'second']),
  fixture('broken fixture', ['broken']),
  fixture('empty fixture', ['empty']),
];

/** What the tests of the runner run: each file of tests is a suite, named by its place. */
function fixture(name: string, tests: readonly string[]): MutationTarget {
  const suites = ['first', 'second'].slice(0, tests.length);
  return {
    name,
    root: path.join(root, 'test/fixtures/mutants'),
    files: ['largest.ts'],
    suites: suites.map((suite, i) => ({ name: suite, tests: [`${tests[i]}.checks.ts`] })),
  };
}

/** Throws an Error for a name that is not in the list. */
export function findTarget(name: string): MutationTarget {
  const target = targets.find((one) => one.name === name);
  if (target === undefined) throw new Error(`there is no mutation target named ${name}`);
  return target;
}

export function readTargetSource(target: MutationTarget, file: string): string {
  return readFileSync(path.join(target.root, file), 'utf8');
}
