/** A thread of keepers: tries the variants it is told, several at a time. */
import { parentPort } from 'node:worker_threads';
import { runTrial, type Trial, type TrialOptions } from './trial.ts';
import { findZoo } from './zoos.ts';

export interface TrialTask extends TrialOptions {
  readonly zooName: string;
  /** Of the variant. */
  readonly variantName: string;
}

export interface NumberedTask {
  readonly task: TrialTask;
  /** Comes back with the answer. */
  readonly number: number;
}

export interface TrialReply {
  readonly number: number;
  /** Or why there is none. */
  readonly trial: Trial | Error;
}

parentPort?.on('message', async ({ task, number }: NumberedTask) => {
  const trial = await runNamedTrial(task).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  parentPort?.postMessage({ number, trial } satisfies TrialReply);
});

async function runNamedTrial({ zooName, variantName, ...options }: TrialTask): Promise<Trial> {
  const zoo = findZoo(zooName);
  const variant = zoo.variants.find((one) => one.name === variantName);
  if (variant === undefined) throw new Error(`the zoo ${zooName} has no ${variantName}`);
  return runTrial(zoo, variant, options);
}
