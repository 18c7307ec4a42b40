/** A process that runs the tests before one mutant after the other; its parent ends it when a mutant does not. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { applyMutant, type Mutant } from './mutant.ts';
import { findTarget, type KillingTest, type TestSuite, type WorkerReply, type WorkerTask } from './mutation-target.ts';

const target = findTarget(process.argv[2] ?? '');
const reportedModules = new WeakSet<TestModule>();
let current: Mutant | undefined;

const vitest = await createVitest(
  'test',
  {
    root: target.root,
    config: false,
    watch: false,
    include: target.suites.flatMap(({ tests }) => [...tests]),
    pool: 'threads',
    // Or a mutant would be served from what an earlier run has kept of the file, and stay there for later ones.
    fsModuleCache: false,
    maxWorkers: 1,
    testTimeout: 5_000,
    // The first failure is enough, and spares the time limits of the others.
    bail: 1,
    reporters: [{}],
  },
  { plugins: [{ name: 'mutant', enforce: 'pre', load: mutatedFile }], logLevel: 'silent' },
);
const [project] = vitest.projects;
process.once('disconnect', () => process.exit());
process.on('message', (task: WorkerTask) => void runTests(task.mutant));
process.send?.({ kind: 'ready' } satisfies WorkerReply);

async function runTests(mutant: Mutant | undefined): Promise<void> {
  const before = current;
  current = mutant;
  for (const changed of [before, mutant]) if (changed) vitest.invalidateFile(fileOf(changed));
  process.send?.({ kind: 'judged', killer: await killerOf(target.suites) } satisfies WorkerReply);
}

/** The first test that fails, in the order in which suites, files and tests stand. */
async function killerOf(suites: readonly TestSuite[]): Promise<KillingTest | undefined> {
  for (const { name, tests } of suites)
    for (const test of tests) {
      const failure = await failureIn(test);
      if (failure !== undefined) return { suite: name, test: failure };
    }
  return undefined;
}

async function failureIn(test: string): Promise<string | undefined> {
  const { module, hasStrayErrors } = await moduleOf(path.join(target.root, test));
  const [failed] = module.children.allTests('failed');
  if (failed !== undefined) return failed.fullName;
  if (hasStrayErrors) return 'an error outside of the tests';
  return hasPassed(module) ? undefined : 'the file itself';
}

/** Vitest gives the results of earlier runs along with this one: those of other files, and of this one if it never ran. */
async function moduleOf(file: string): Promise<{ module: TestModule; hasStrayErrors: boolean }> {
  if (project === undefined) throw new Error('vitest has no project');
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([project.createSpecification(file)]);
  const module = testModules.find(({ moduleId }) => moduleId === file);
  if (module === undefined || reportedModules.has(module)) throw new Error(`${file} was not run`);
  reportedModules.add(module);
  return { module, hasStrayErrors: unhandledErrors.length > 0 };
}

/** Not so when nothing was run. */
function hasPassed(module: TestModule): boolean {
  return module.ok() && module.children.allTests('passed').next().done !== true;
}

function mutatedFile(id: string): string | undefined {
  if (current === undefined || path.resolve(id) !== fileOf(current)) return undefined;
  return applyMutant(readFileSync(id, 'utf8'), current);
}

function fileOf({ file }: Mutant): string {
  return path.join(target.root, file);
}
