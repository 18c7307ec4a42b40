/** A process that runs the tests before one mutant after the other; its parent ends it when a mutant does not. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type InlineConfig, type TestModule } from 'vitest/node';
import { applyMutant, type Mutant } from './mutant.ts';
import {
  findTarget,
  type KillingTest,
  type TestRun,
  type TestSuite,
  type WorkerReply,
  type WorkerTask,
} from './mutation-target.ts';

const target = findTarget(process.argv[2] ?? '');
const reportedModules = new WeakSet<TestModule>();
let current: Mutant | undefined;

const vitest = await createVitest(
  'test',
  {
    root: target.root,
    config: false,
    watch: false,
    ...settings(target.run),
    include: target.suites.flatMap(({ tests }) => [...tests]),
    pool: 'threads',
    // Or a mutant would be served from what an earlier run has kept of the file, and stay there for later ones.
    fsModuleCache: false,
    maxWorkers: 1,
    // The first failure is enough, and spares the time limits of the others.
    bail: 1,
    reporters: [{ onTestModuleEnd: () => void process.send?.({ kind: 'progress' } satisfies WorkerReply) }],
  },
  {
    plugins: [{ name: 'mutant', enforce: 'pre', load: mutatedFile }],
    resolve: { tsconfigPaths: true },
    logLevel: 'silent',
  },
);
const [project] = vitest.projects;
process.once('disconnect', () => process.exit());
process.on('message', (task: WorkerTask) => void runTests(task));
process.send?.({ kind: 'ready' } satisfies WorkerReply);

async function runTests({ mutant, suites }: WorkerTask): Promise<void> {
  const before = current;
  current = mutant;
  for (const changed of [before, mutant]) if (changed) vitest.invalidateFile(fileOf(changed));
  process.send?.({ kind: 'judged', killer: await killerOf(target.suites.slice(0, suites)) } satisfies WorkerReply);
}

/** The first test that fails, in the order in which suites, files and tests stand. */
async function killerOf(suites: readonly TestSuite[]): Promise<KillingTest | undefined> {
  for (const { name, tests } of suites) {
    const runs = target.run === 'each file' ? tests.map((test) => [test]) : [tests];
    for (const run of runs) {
      const failure = await failureIn(run);
      if (failure !== undefined) return { suite: name, test: failure };
    }
  }
  return undefined;
}

/** Vitest ends its threads after each run, so none of them has modules from before the mutant. */
async function failureIn(tests: readonly string[]): Promise<string | undefined> {
  if (project === undefined) throw new Error('vitest has no project');
  const files = tests.map((test) => path.join(target.root, test));
  const specifications = files.map((file) => project.createSpecification(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = files.map((file) => runOf(file, testModules));
  for (const module of modules) {
    const [failed] = module?.children.allTests('failed') ?? [];
    if (failed !== undefined) return failed.fullName;
  }
  if (unhandledErrors.length > 0) return 'an error outside of the tests';
  const failed = files.find((_file, index) => !hasPassed(modules[index]));
  return failed === undefined ? undefined : `the file itself: ${path.basename(failed)}`;
}

/** Vitest gives the results of earlier runs along with this one; after a failure it does not run the files that are left. */
function runOf(file: string, modules: readonly TestModule[]): TestModule | undefined {
  const module = modules.find(({ moduleId }) => moduleId === file);
  if (module === undefined || reportedModules.has(module)) return undefined;
  reportedModules.add(module);
  return module;
}

/** Not so when nothing was run. */
function hasPassed(module: TestModule | undefined): boolean {
  return module?.ok() === true && module.children.allTests('passed').next().done !== true;
}

function mutatedFile(id: string): string | undefined {
  if (current === undefined || path.resolve(id) !== fileOf(current)) return undefined;
  return applyMutant(readFileSync(id, 'utf8'), current);
}

function fileOf({ file }: Mutant): string {
  return path.join(target.root, file);
}

/** Long limits only end what hangs: a test that is late on a busy machine would count as one that notices. */
function settings(run: TestRun): InlineConfig {
  switch (run) {
    case 'each file':
      return { testTimeout: 5_000 };
    case 'as npm test':
      return {
        isolate: false,
        testTimeout: 60_000,
        hookTimeout: 60_000,
        expect: { poll: { timeout: 30_000 } },
        globalSetup: [fileURLToPath(new URL('../../global-setup.ts', import.meta.url))],
      };
  }
}
