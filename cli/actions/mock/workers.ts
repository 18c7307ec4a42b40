/** Several processes that act as one store: the primary makes up what is made up, and holds the storage if nobody else does. */
import cluster from 'node:cluster';
import { createLog } from '../../../mock/journal/log.ts';
import { type MadeUp, makeUp } from '../../../mock/start/made-up.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import { runWorkers, type WorkerRole } from '../../../mock/workers/workers.ts';
import { endSoon, stopSignal, writeLine } from './process.ts';
import { serveUntilStopped } from './serve.ts';
import type { Settings } from './settings.ts';

export async function runPrimary({ options, workers, logFormat }: Settings): Promise<number> {
  handOver(await makeUp(options));
  const stopped = stopSignal();
  const { note } = createLog(logFormat, writeLine);
  let closed = () => {};
  void stopped.then(() => {
    closed = endSoon({ exitCode: () => 0, say: note });
  });
  return runWorkers({
    count: workers,
    storage: options.store === undefined ? createMemoryStorage() : undefined,
    ready: (text) => process.stdout.write(text),
    log: note,
    stopped,
  }).finally(() => closed());
}

export async function runWorker(settings: Settings, role: WorkerRole): Promise<number> {
  const { storage, port } = role;
  const options = {
    ...settings.options,
    madeUp: takeOver(),
    storage,
    ...(port === undefined ? {} : { port }),
  };
  try {
    return await serveUntilStopped({
      settings: { ...settings, options },
      ready: role.ready,
      isFirst: cluster.worker?.id === 1,
    });
  } finally {
    role.leave();
  }
}

/** What the primary made up reaches its workers through the environment, which others cannot read. */
const VARIABLE = 'PLANT_STORE_MADE_UP';

/** For all processes that are started from now on. */
function handOver(madeUp: MadeUp): void {
  process.env[VARIABLE] = JSON.stringify(madeUp);
}

/** Undefined where nobody handed anything over. */
function takeOver(): MadeUp | undefined {
  const text = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (text === undefined) return undefined;
  const madeUp: MadeUp = JSON.parse(text);
  return madeUp;
}
