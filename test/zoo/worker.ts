/** A thread of keepers: tries the variants it is told, several at a time. */
import { parentPort } from 'node:worker_threads';
import { variants } from './index.ts';
import { type Trial, tryVariant } from './trial.ts';

export interface Word {
  readonly name: string;
  /** Or why there is none. */
  readonly trial: Trial | Error;
}

parentPort?.on('message', async (name: string) => {
  const variant = variants.find((one) => one.name === name);
  const trial =
    variant === undefined
      ? new Error(`the zoo has no ${name}`)
      : await tryVariant(variant).catch((error: unknown) =>
          error instanceof Error ? error : new Error(String(error)),
        );
  parentPort?.postMessage({ name, trial } satisfies Word);
});
