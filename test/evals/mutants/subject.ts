/** What is mutated, and the tests that have to notice. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

export interface Suite {
  readonly name: string;
  /** Files, in the order in which they are asked. */
  readonly tests: readonly string[];
}

export interface Subject {
  readonly name: string;
  /** Absolute; the files below are relative to it. */
  readonly root: string;
  readonly files: readonly string[];
  /** A later one is asked only when the ones before notice nothing. */
  readonly suites: readonly Suite[];
}

export interface Killer {
  readonly suite: string;
  readonly test: string;
}

/** What a worker is told: without a mutant, to run the tests before the program as it is. */
export interface Order {
  readonly mutant?: Mutant;
}

/** What a worker says. */
export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'judged'; readonly killer: Killer | undefined };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const consumer = 'contracts/pact/consumer';
const clientTests = ['store-client', 'retry', 'deadline', 'retries'];

const subjects: readonly Subject[] = [
  {
    name: 'client',
    root,
    files: ['store-client', 'attempts', 'create-plant-answer'].map((name) => `${consumer}/${name}.ts`),
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
function fixture(name: string, tests: readonly string[]): Subject {
  const suites = ['first', 'second'].slice(0, tests.length);
  return {
    name,
    root: path.join(root, 'test/fixtures/mutants'),
    files: ['largest.ts'],
    suites: suites.map((suite, i) => ({ name: suite, tests: [`${tests[i]}.checks.ts`] })),
  };
}

/** Throws an Error for a name that is not in the list. */
export function subjectOf(name: string): Subject {
  const subject = subjects.find((one) => one.name === name);
  if (subject === undefined) throw new Error(`there is nothing to mutate by the name of ${name}`);
  return subject;
}

export function sourceOf(subject: Subject, file: string): string {
  return readFileSync(path.join(subject.root, file), 'utf8');
}
