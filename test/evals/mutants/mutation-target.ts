/** What is mutated, and the tests that have to notice. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { longSuites } from '../../long-suites.ts';
import type { Mutant } from './mutant.ts';
import type { SampleOptions } from './sample-mutants.ts';

export interface TestSuite {
  readonly name: string;
  /** Files, in the order in which they run. */
  readonly tests: readonly string[];
}

export interface MutationTarget {
  readonly name: string;
  /** Absolute; the files below are relative to it. */
  readonly root: string;
  readonly files: readonly string[];
  /** A later one runs only when the ones before notice nothing. */
  readonly suites: readonly TestSuite[];
  readonly run: TestRun;
  /** For one file of tests, in milliseconds; a mutant with which one takes longer counts as noticed. */
  readonly limitMs: number;
  /** Undefined if a run takes all mutants. */
  readonly sample?: SampleOptions;
}

/**
 * `each file`: the files of a suite run one by one, each in its own thread, without the settings of the kit's own tests.
 * `as npm test`: all files of a suite run in one thread that loads each module once, as the fast tests do.
 */
export type TestRun = 'each file' | 'as npm test';

export interface KillingTest {
  readonly suite: string;
  readonly test: string;
}

/** What a worker is told: without a mutant, to run the tests before the program as it is. */
export interface WorkerTask {
  readonly mutant?: Mutant;
  /** How many suites run, the first ones; default all. */
  readonly suites?: number;
}

/** What a worker says. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  /** It has run a file of tests. */
  | { readonly kind: 'progress' }
  | { readonly kind: 'judged'; readonly killer: KillingTest | undefined };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const consumer = 'contracts/pact/consumer';
const clientTests = ['store-client', 'retry', 'deadline', 'retries'];

/** The parts that decide what is reported. Their mutants are sampled, and only the fast tests run. */
export const coreTargets: readonly MutationTarget[] = [
  core({
    name: 'validation',
    files: ['spec/validation/**'],
    sampleSize: 100,
    suites: {
      'own test': ['test/spec/validation/**', 'test/json-schema/**'],
      'related test': ['test/spec/**', 'test/conformance/payloads.test.ts', 'test/mock/validate/**'],
      'other fast test': ['test/conformance/**', 'test/diff/**', 'test/lint/**'],
    },
  }),
  core({
    name: 'checks',
    files: ['contracts/conformance/checks/**'],
    sampleSize: 100,
    suites: {
      'own test': [
        'test/conformance/checks.test.ts',
        'test/conformance/checks/**',
        'test/conformance/{echo-differences,described-normalization,*envelopes}.test.ts',
      ],
      'related test': ['test/conformance/**'],
      'other fast test': ['test/docs/checks/**', 'test/zoo/**', 'test/pact/provider/**', 'test/render/**'],
    },
  }),
  core({
    name: 'verdict',
    files: ['contracts/verdict/**'],
    sampleSize: 60,
    suites: {
      'own test': ['test/verdict/**'],
      'related test': ['test/report/**', 'test/waivers/**', 'test/merge/**', 'test/certificate/**'],
      'other fast test': ['test/render/**', 'test/gate/**', 'test/api/**'],
    },
  }),
  core({
    name: 'records',
    files: ['mock/records/**', 'mock/storage/memory/**', 'mock/storage/{storage-commands,journal-listeners}.ts'],
    sampleSize: 80,
    suites: {
      'own test': ['test/mock/records/**', 'test/mock/storage/**', 'test/mock/openapi/conditions.test.ts'],
      'related test': ['test/mock/{respond,request,journal,rules,control,routing}/**', 'test/mock/*.test.ts'],
      'other fast test': ['test/mock/**', 'test/conformance/**'],
    },
  }),
];

const targets: readonly MutationTarget[] = [
  {
    name: 'client',
    root,
    files: ['store-client', 'retry', 'create-plant-response'].map((name) => `${consumer}/${name}.ts`),
    suites: [
      { name: 'interaction', tests: [`${consumer}/create-plant.test.ts`] },
      { name: 'client test', tests: clientTests.map((name) => `test/pact/consumer/${name}.test.ts`) },
    ],
    run: 'each file',
    limitMs: 60_000,
  },
  ...coreTargets,
  fixture('fixture', ['first', 'second'], 'each file'),
  fixture('fixture in one thread', ['first', 'second'], 'as npm test'),
  fixture('broken fixture', ['broken'], 'each file'),
  fixture('fixture that imports CommonJS', ['compiled'], 'as npm test'),
  fixture('empty fixture', ['empty'], 'each file'),
];

interface CoreTarget {
  readonly name: string;
  readonly files: readonly string[];
  readonly sampleSize: number;
  /** From the most specific to the broadest. */
  readonly suites: Readonly<Record<string, readonly string[]>>;
}

/** Each file of fast tests is in the first suite that names it. */
function core({ name, files, sampleSize, suites }: CoreTarget): MutationTarget {
  const taken = new Set(longSuites);
  return {
    name,
    root,
    files: matching(files).filter((file) => file.endsWith('.ts')),
    suites: Object.entries(suites).map(([suite, patterns]) => {
      const tests = matching(patterns).filter((file) => file.endsWith('.test.ts') && !taken.has(file));
      for (const test of tests) taken.add(test);
      return { name: suite, tests };
    }),
    run: 'as npm test',
    limitMs: 120_000,
    sample: { size: sampleSize, seed: 1 },
  };
}

/** In the order of the patterns, each file once. */
function matching(patterns: readonly string[]): readonly string[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  return [...new Set(files.map((file) => file.split(path.sep).join('/')))];
}

/** What the tests of the runner run: each file of tests is a suite, named by its place. */
function fixture(name: string, tests: readonly string[], run: TestRun): MutationTarget {
  const suites = ['first', 'second'].slice(0, tests.length);
  return {
    name,
    root: path.join(root, 'test/fixtures/mutants'),
    files: ['largest.ts'],
    suites: suites.map((suite, i) => ({ name: suite, tests: [`${tests[i]}.checks.ts`] })),
    run,
    limitMs: 6_000,
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
