/** Has every mutant judged, two at a time, each within a time limit. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';
import type { Killer, Order, Reply, Subject } from './subject.ts';

export interface Verdict {
  readonly mutant: Mutant;
  /** Undefined for a mutant that survives. */
  readonly killer: Killer | undefined;
}

export interface RunOptions {
  readonly workers?: number;
  /** For one mutant, in milliseconds. One that takes longer than this is killed by the clock. */
  readonly limitMs?: number;
  readonly onVerdict?: (verdict: Verdict) => void;
}

/** Rejects when the tests fail without any mutant: then nothing they notice means anything. */
export async function runMutants(
  subject: Subject,
  mutants: readonly Mutant[],
  { workers = 2, limitMs = 60_000, onVerdict = () => undefined }: RunOptions = {},
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const queue = mutants.entries();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = hire(subject, limitMs);
      try {
        await refuseFailing(worker);
        for (const [index, mutant] of queue) {
          const verdict = { mutant, killer: await worker.judge({ mutant }) };
          verdicts[index] = verdict;
          onVerdict(verdict);
        }
        // Once more: what fails by now for another reason would count as killed.
        await refuseFailing(worker);
      } finally {
        worker.dismiss();
      }
    }),
  );
  return verdicts;
}

async function refuseFailing(worker: Worker): Promise<void> {
  const failure = await worker.judge({});
  if (failure !== undefined) throw new Error(`without a mutant fails: ${failure.suite}: ${failure.test}`);
}

interface Worker {
  readonly judge: (order: Order) => Promise<Killer | undefined>;
  readonly dismiss: () => void;
}

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

function hire(subject: Subject, limitMs: number): Worker {
  const pactFolder = mkdtempSync(path.join(tmpdir(), 'plant-store-mutants-'));
  let worker = start(subject, pactFolder);
  return {
    async judge(order) {
      const reply = await worker.then((child) => answerOf(child, order, limitMs));
      if (reply !== 'late') return reply.kind === 'judged' ? reply.killer : undefined;
      worker.then((child) => child.kill('SIGKILL'));
      worker = start(subject, pactFolder);
      return { suite: 'time limit', test: `not done within ${limitMs / 1000} s` };
    },
    dismiss() {
      worker.then((child) => child.kill('SIGKILL')).catch(() => undefined);
      rmSync(pactFolder, { recursive: true, force: true });
    },
  };
}

async function start(subject: Subject, pactFolder: string): Promise<ChildProcess> {
  const child = fork(program, [subject.name], {
    env: environment(pactFolder),
    // Pact's native code complains of each thread that is not its first.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await answerFrom(child);
  return child;
}

async function answerOf(child: ChildProcess, order: Order, limitMs: number): Promise<Reply | 'late'> {
  child.send(order);
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), limitMs);
  try {
    return await Promise.race([answerFrom(child), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function answerFrom(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a worker ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (reply: Reply) => {
      child.off('exit', ended);
      resolve(reply);
    });
  });
}

/** Without what a vitest around us has set for itself; the pact goes where nobody keeps it. */
function environment(pactFolder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|UPDATE_PACTS|PACT_)/.test(name));
  return {
    ...Object.fromEntries(own),
    PLANT_STORE_PACT_DIR: pactFolder,
    PACT_DO_NOT_TRACK: 'true',
    NODE_ENV: 'test',
  };
}
