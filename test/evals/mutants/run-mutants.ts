/** Has every mutant judged, two at a time, each within a time limit. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';
import type { KillingTest, MutationTarget, WorkerReply, WorkerTask } from './mutation-target.ts';

export interface MutantVerdict {
  readonly mutant: Mutant;
  /** Undefined for a mutant that survives. */
  readonly killer: KillingTest | undefined;
}

export interface MutantRunOptions {
  readonly workers?: number;
  /** For one file of tests, in milliseconds. A mutant with which one takes longer than this is killed by the clock. */
  readonly limitMs?: number;
  /** How many suites run, the first ones; default all. */
  readonly suites?: number;
  readonly onVerdict?: (verdict: MutantVerdict) => void;
}

/** Rejects when the tests fail without any mutant: then nothing they notice means anything. */
export async function runMutants(
  subject: MutationTarget,
  mutants: readonly Mutant[],
  { workers = 2, limitMs = 60_000, suites = subject.suites.length, onVerdict = () => undefined }: MutantRunOptions = {},
): Promise<readonly MutantVerdict[]> {
  const verdicts: MutantVerdict[] = [];
  const queue = mutants.entries();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = startWorker(subject, { limitMs, suites });
      try {
        await requirePassing(worker);
        for (const [index, mutant] of queue) {
          const verdict = { mutant, killer: await worker.test({ mutant }) };
          verdicts[index] = verdict;
          onVerdict(verdict);
        }
        // Once more: what fails by now for another reason would count as killed.
        await requirePassing(worker);
      } finally {
        worker.stop();
      }
    }),
  );
  return verdicts;
}

async function requirePassing(worker: Worker): Promise<void> {
  const failure = await worker.test({});
  if (failure !== undefined) throw new Error(`a test fails without a mutant: ${failure.suite}: ${failure.test}`);
}

interface Worker {
  readonly test: (task: WorkerTask) => Promise<KillingTest | undefined>;
  readonly stop: () => void;
}

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

function startWorker(
  subject: MutationTarget,
  { limitMs, suites }: Required<Pick<MutantRunOptions, 'limitMs' | 'suites'>>,
): Worker {
  const pactFolder = mkdtempSync(path.join(tmpdir(), 'plant-store-mutants-'));
  let worker = startProcess(subject, pactFolder);
  return {
    async test(task) {
      const reply = await worker.then((child) => replyWithin(child, { ...task, suites }, limitMs));
      if (reply !== 'late') return reply.kind === 'judged' ? reply.killer : undefined;
      worker.then((child) => child.kill('SIGKILL'));
      worker = startProcess(subject, pactFolder);
      return { suite: 'time limit', test: `not done within ${limitMs / 1000} s` };
    },
    stop() {
      worker.then((child) => child.kill('SIGKILL')).catch(() => undefined);
      rmSync(pactFolder, { recursive: true, force: true });
    },
  };
}

async function startProcess(subject: MutationTarget, pactFolder: string): Promise<ChildProcess> {
  const child = fork(program, [subject.name], {
    env: environment(pactFolder),
    // Pact's native code complains of each thread that is not its first.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await nextReply(child);
  return child;
}

/** `late` if the worker is silent for that long; it reports each file of tests that it has run. */
function replyWithin(child: ChildProcess, task: WorkerTask, limitMs: number): Promise<WorkerReply | 'late'> {
  child.send(task);
  return nextReply(child, limitMs);
}

function nextReply(child: ChildProcess, limitMs = 600_000): Promise<WorkerReply | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve('late')), limitMs);
    const ended = (code: number | null) => settle(() => reject(new Error(`a worker ended with exit code ${code}`)));
    const received = (reply: WorkerReply) =>
      reply.kind === 'progress' ? timer.refresh() : settle(() => resolve(reply));
    const settle = (how: () => void) => {
      clearTimeout(timer);
      child.off('exit', ended).off('message', received);
      how();
    };
    child.on('exit', ended).on('message', received);
  });
}

/** Without what a vitest around us has set for itself; the pact goes where nobody keeps it. */
function environment(pactFolder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|UPDATE_PACTS|PACT_)/.test(name));
  return {
    ...Object.fromEntries(own),
    PLANT_STORE_PACT_DIR: pactFolder,
    // What tests leave there when their process is ended is removed with it.
    TMPDIR: pactFolder,
    PACT_DO_NOT_TRACK: 'true',
    NODE_ENV: 'test',
  };
}
