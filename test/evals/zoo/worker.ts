/** A thread of keepers: tries the variants it is told, several at a time. */
import { parentPort } from 'node:worker_threads';
import { type Trial, type TrialOptions, tryExhibit } from './trial.ts';
import { zooNamed } from './zoos.ts';

export interface Order extends TrialOptions {
  readonly zoo: string;
  /** Of the variant. */
  readonly name: string;
}

export interface Told {
  readonly order: Order;
  /** Comes back with the answer. */
  readonly number: number;
}

export interface Word {
  readonly number: number;
  /** Or why there is none. */
  readonly trial: Trial | Error;
}

parentPort?.on('message', async ({ order, number }: Told) => {
  const trial = await tryNamed(order).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  parentPort?.postMessage({ number, trial } satisfies Word);
});

async function tryNamed({ zoo: wanted, name, ...options }: Order): Promise<Trial> {
  const zoo = zooNamed(wanted);
  const exhibit = zoo.exhibits.find((one) => one.name === name);
  if (exhibit === undefined) throw new Error(`the zoo ${wanted} has no ${name}`);
  return tryExhibit(zoo, exhibit, options);
}
